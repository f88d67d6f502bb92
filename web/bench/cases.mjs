// The same work done by Tabiya and by chess.js, interleaved in one run, the answers compared: the median of the rounds of each.

const POSITIONS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
]

const SQUARES = [...'87654321'].flatMap((rank) => [...'abcdefgh'].map((file) => file + rank))

/** Opening moves for questions that are asked after every move. */
const LINE = ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6', 'Ba4', 'Nf6', 'O-O', 'Be7', 'Re1', 'b5', 'Bb3', 'd6', 'c3', 'O-O']

/** Games of random moves, as PGN, the same on every run. */
function games(Chess, count) {
  let state = 7
  const pick = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const texts = []
  for (let number = 0; number < count; number++) {
    const game = new Chess()
    game.setHeader('White', `Player ${number}`)
    for (let ply = 0; ply < 80 && !game.isGameOver(); ply++) {
      const moves = game.legalMoves()
      game.move(moves[pick(moves.length)])
    }
    texts.push(game.pgn())
  }
  return texts
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]

/** A question asked of four positions in turn. */
const each = (Chess, ask) => {
  const boards = POSITIONS.map((fen) => new Chess(fen))
  return (times) => {
    let sum = 0
    for (let time = 0; time < times; time++) for (const board of boards) sum += ask(board)
    return sum
  }
}

/** A question asked of a game after every move; the moves are part of the work. */
const played = (Chess, ask) => (times) => {
  let sum = 0
  for (let time = 0; time < times; time++) {
    const game = new Chess()
    for (const move of LINE) {
      game.move(move)
      sum += ask(game)
    }
  }
  return sum
}

/** More games than the library has seats, each asked in turn. */
const inTurn = (Chess, ask) => {
  const many = Array.from({ length: 256 }, () => new Chess())
  return (times) => {
    let sum = 0
    for (let time = 0; time < times; time++) for (const game of many) sum += ask(game)
    return sum
  }
}

/** The same question to both, with how often each is asked in a round. */
const SAME = [
  ['all legal moves as SAN', each, (board) => board.moves().length, [1000, 10], 20],
  ['legal moves as objects, with after and lan', each, (board) => board.moves({ verbose: true }).reduce((sum, { after, lan }) => sum + after.length + lan.length, 0), [200, 3]],
  ['legal moves from one square', each, (board) => board.moves({ square: 'e5' }).length, [1000, 100]],
  ['board()', each, (board) => board.board()[0].length, [5000, 5000]],
  ['get(square), all squares', each, (board) => SQUARES.reduce((sum, square) => sum + Number(board.get(square) !== undefined), 0), [5000, 5000]],
  // Two constants in the source: a table of names is looked up while compiling, which characters are not.
  ['get of two constants', each, (board) => (board.get('e1') === undefined ? 0 : 1) + (board.get('e4') === undefined ? 0 : 1), [100_000, 100_000]],
  ['turn()', each, (board) => board.turn().length, [200_000, 200_000]],
  ['turn() of 256 games in turn', inTurn, (game) => game.turn().length, [5000, 5000]],
  ['fen()', each, (board) => board.fen().length, [20_000, 5000]],
  ['ascii()', each, (board) => board.ascii().length, [2000, 2000]],
  ['findPiece', each, (board) => board.findPiece({ type: 'p', color: 'w' }).length, [10_000, 10_000]],
  ['getCastlingRights', each, (board) => Number(board.getCastlingRights('w').k), [100_000, 100_000]],
  ['attackers', each, (board) => board.attackers('e4', 'w').length, [10_000, 10_000]],
  ['isAttacked', each, (board) => Number(board.isAttacked('e4', 'b')), [3000, 3000]],
  ['inCheck()', each, (board) => Number(board.inCheck()), [50_000, 50_000]],
  ['isGameOver()', each, (board) => Number(board.isGameOver()), [5000, 200]],
  ['16 moves, inCheck after each', played, (game) => Number(game.inCheck()), [50, 5]],
  ['16 moves, isGameOver after each', played, (game) => Number(game.isGameOver()), [50, 5]],
  ['16 moves, board after each', played, (game) => game.board().length, [50, 5]],
  ['new Chess(fen)', (Chess) => (times) => {
    let sum = 0
    for (let time = 0; time < times; time++) for (const fen of POSITIONS) sum += new Chess(fen).turn().length
    return sum
  }, undefined, [500, 500]],
  ['16 moves and undo, history', (Chess) => (times) => {
    let sum = 0
    for (let time = 0; time < times; time++) {
      const game = new Chess()
      for (const move of LINE) game.move(move)
      sum += game.history().length
      while (game.undo() !== null) sum++
    }
    return sum
  }, undefined, [30, 3]],
]

export function run({ tabiya, chessjs, rounds = 5, pgnGames = 1000, only = '', onCase = () => {} }) {
  const texts = games(tabiya.Chess, pgnGames)
  const file = texts.join('\n\n')
  const cases = [
    ...SAME.map(([name, how, ask, times, bar = 1]) => ({ name, bar, times, ours: how(tabiya.Chess, ask), theirs: how(chessjs.Chess, ask) })),
    {
      name: 'legal moves as data', bar: 100, times: [5000, 3],
      ours: each(tabiya.Chess, (board) => board.legalMoves().length),
      theirs: each(chessjs.Chess, (board) => board.moves({ verbose: true }).length),
    },
    {
      name: 'perft 5 of the start position', bar: 500, times: [1, 1], theirRounds: 1,
      ours: () => new tabiya.Position().perft(5), theirs: () => new chessjs.Chess().perft(5),
    },
    {
      name: `${pgnGames} games read with loadPgn`, bar: 15, times: [1, 1], theirRounds: 1,
      ...Object.fromEntries([['ours', tabiya], ['theirs', chessjs]].map(([side, { Chess }]) => [side, () =>
        texts.reduce((sum, text) => {
          const game = new Chess()
          game.loadPgn(text)
          return sum + game.history().length
        }, 0)])),
    },
    {
      name: `a PGN of ${pgnGames} games read and replayed`, bar: 15, times: [1, 1], theirRounds: 1,
      ours: () => tabiya.readPgn(file).reduce((sum, game) => sum + game.moves.length, 0),
      theirs: () =>
        texts.reduce((sum, text) => {
          const game = new chessjs.Chess()
          game.loadPgn(text)
          return sum + game.history().length
        }, 0),
    },
  ]
  return cases.filter(({ name }) => new RegExp(only).test(name)).map(({ name, bar, times, ours, theirs, theirRounds = rounds }) => {
    const taken = [[], []]
    const answers = [0, 0]
    ours(times[0])
    for (let round = 0; round < rounds; round++) {
      for (const [side, work] of [ours, theirs].entries()) {
        if (side === 1 && round >= theirRounds) continue
        const started = performance.now()
        answers[side] = work(times[side]) / times[side]
        taken[side].push((performance.now() - started) / times[side])
      }
    }
    if (answers[0] !== answers[1]) throw new Error(`${name}: ${answers[0]} here, ${answers[1]} by chess.js`)
    const result = { name, bar, ours: median(taken[0]), theirs: median(taken[1]), ratio: median(taken[1]) / median(taken[0]) }
    onCase(result)
    return result
  })
}
