// The same work done by Tabiya and by chess.js, interleaved in one run, the answers compared: the best of the rounds of each.

const POSITIONS = [
  'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10',
  '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
]

/** A thousand games of random moves, as PGN, the same on every run. */
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

export function run({ tabiya, chessjs, rounds = 3, pgnGames = 1000, onCase = () => {} }) {
  const texts = games(tabiya.Chess, pgnGames)
  const file = texts.join('\n')
  const each = (Chess, ask) => {
    const boards = POSITIONS.map((fen) => new Chess(fen))
    return (times) => {
      let sum = 0
      for (let time = 0; time < times; time++) for (const board of boards) sum += ask(board)
      return sum
    }
  }
  const cases = [
    {
      name: 'all legal moves as SAN', bar: 20, times: [3000, 20],
      ours: each(tabiya.Chess, (board) => board.moves().length), theirs: each(chessjs.Chess, (board) => board.moves().length),
    },
    {
      name: 'legal moves as data', bar: 100, times: [20000, 10],
      ours: each(tabiya.Chess, (board) => board.legalMoves().length),
      theirs: each(chessjs.Chess, (board) => board.moves({ verbose: true }).length),
    },
    {
      name: 'legal moves as objects', times: [2000, 10],
      ours: each(tabiya.Chess, (board) => board.moves({ verbose: true }).length),
      theirs: each(chessjs.Chess, (board) => board.moves({ verbose: true }).length),
    },
    {
      name: 'perft 5 of the start position', bar: 500, times: [1, 1], theirRounds: 1,
      ours: () => new tabiya.Position().perft(5), theirs: () => new chessjs.Chess().perft(5),
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
  return cases.map(({ name, bar, times, ours, theirs, theirRounds = rounds }) => {
    const best = [Infinity, Infinity]
    const answers = [0, 0]
    ours(times[0])
    for (let round = 0; round < rounds; round++) {
      for (const [side, work] of [ours, theirs].entries()) {
        if (side === 1 && round >= theirRounds) continue
        const started = performance.now()
        answers[side] = work(times[side]) / times[side]
        best[side] = Math.min(best[side], (performance.now() - started) / times[side])
      }
    }
    if (answers[0] !== answers[1]) throw new Error(`${name}: ${answers[0]} here, ${answers[1]} by chess.js`)
    const result = { name, bar, ours: best[0], theirs: best[1], ratio: best[1] / best[0] }
    onCase(result)
    return result
  })
}
