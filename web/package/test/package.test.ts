import { expect, test } from 'vitest'
import { Chess, chess960Fen, layerNames, Position, readFen, readPgn, setOf, squaresOf, validateFen } from '../dist/node.js'
import { thrown } from './thrown.js'

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'

test('errors say where and what was meant', () => {
  const fen = thrown(() => new Chess('rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'))
  expect(fen).toMatchObject({ kind: 'fen', column: 17 })
  expect(fen.repair).toBe('rnbqkbnr/ppppppp1/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')
  const move = thrown(() => new Chess('4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1').move('Nd5'))
  expect(move).toMatchObject({ kind: 'move', reason: 'pinned' })
  expect(move.message).toContain('pinned to the king on e1 by the bishop on b4')
  const pgn = thrown(() => new Chess().loadPgn('1. e4 e5\n2. Ke3'))
  expect(pgn).toMatchObject({ kind: 'pgn', line: 2, column: 4 })
  expect(thrown(() => new Chess().attackers('j9')).kind).toBe('argument')
  expect(thrown(() => new Position().layer('nothing')).kind).toBe('argument')
})

test('a game that fails to load stays as it was', () => {
  const game = new Chess()
  game.move('e4')
  thrown(() => game.load('nonsense'))
  expect(game.history()).toEqual(['e4'])
  thrown(() => game.loadPgn('1. e5'))
  expect(game.history()).toEqual(['e4'])
})

test('FENs with mistakes', () => {
  const reading = readFen('4k3/8/8/4/8/8/8/4K3 w KQ e6 0 1')
  expect(reading.mistakes.map(({ column }) => column)).toEqual([10, 23, 23, 26])
  expect(reading.fen).toBe('4k3/8/8/8/8/8/8/4K3 w - - 0 1')
  expect(validateFen(KIWIPETE)).toEqual({ ok: true })
  expect(validateFen('x').ok).toBe(false)
})

test('Chess960', () => {
  expect(chess960Fen(518)).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')
  expect(thrown(() => chess960Fen(960)).kind).toBe('argument')
  const game = new Chess('4k3/8/8/8/8/8/8/4KR2 w F - 0 1', { chess960: true })
  const castle = game.move('O-O')
  expect([castle.uci, castle.to, castle.flags]).toEqual(['e1f1', 'g1', 'k'])
  expect(game.get('f1')).toEqual({ color: 'w', type: 'r' })
})

test('sets are numbers and lists of squares', () => {
  const position = new Position(KIWIPETE)
  expect(position.layer('white-rooks')).toBe(0x81n)
  for (const name of layerNames()) {
    const set = position.layer(name)
    expect(setOf(squaresOf(set)), name).toBe(set)
  }
  const check = new Position('4k3/8/8/8/4r3/8/8/4K3 w - - 0 1')
  expect(squaresOf(check.layer('check-mask'))).toEqual(['e2', 'e3', 'e4'])
  expect(check.attackers('e1', 'b')).toEqual(['e4'])
})

test('kinds, exchanges and the picker', () => {
  const position = new Position(KIWIPETE)
  expect(position.movesOfKind('captures')).toHaveLength(8)
  expect(position.movesOfKind('legal')).toHaveLength(48)
  expect(position.see('e2a6')).toBeGreaterThan(0)
  const picked = position.picked()
  expect(picked.map(({ san }) => san).sort()).toEqual(position.moves().sort())
  expect(picked[0]?.stage).toBe('good captures')
  expect(position.illegalMoves().every(({ legal }) => !legal)).toBe(true)
})

test('a foreign divide walked down to the rule', () => {
  const start = new Position()
  const wrong = start.divide(2).map(({ uci, nodes }) => `${uci}: ${uci === 'b1c3' ? nodes + 1n : nodes}`)
  const first = start.compare(2, wrong.join('\n'))
  expect(first).toMatchObject({ agrees: false, found: false, theirs: 401n, ours: 400n })
  expect(first.moves[0]).toMatchObject({ uci: 'b1c3', state: 'count' })
  const next = start.after('b1c3')
  const lines = [...next.ucis(), 'e7e4'].map((uci) => `${uci}: 1`)
  const last = next.compare(1, lines.join('\n'), next.divide(1))
  expect(last.found).toBe(true)
  expect(last.rules[0]?.name).toBe('piece-movement')
  expect(start.compare(3, start.divide(3).map(({ uci, nodes }) => `${uci} ${nodes}`).join('\n')).agrees).toBe(true)
})

test('PGN with comments, headers and mistakes', () => {
  const games = readPgn('[White "A"]\n\n1. e4 {king pawn} e5 1-0\n\n1. e4 e4\n\n[White "C"]\n\n1. d4 *\n')
  expect(games).toHaveLength(3)
  expect(games[1]).toMatchObject({ error: { line: 5 } })
  const game = new Chess()
  game.loadRecord(games[0] as never)
  expect(game.getHeaders()).toMatchObject({ White: 'A' })
  game.undo()
  expect(game.getComment()).toBe('king pawn')
  game.setComment('changed')
  game.setHeader('Black', 'B')
  expect(game.pgn()).toContain('[Black "B"]')
  expect(game.pgn()).toContain('{changed}')
})

test('promotion is ignored where nothing promotes, as chess.js does', () => {
  const game = new Chess()
  expect(game.move({ from: 'e2', to: 'e4', promotion: 'q' }).san).toBe('e4')
  const promote = new Chess('8/P6k/8/8/8/8/8/K7 w - - 0 1')
  expect(promote.move({ from: 'a7', to: 'a8', promotion: 'q' }).san).toBe('a8=Q')
})

test('more games than seats, asked in turn', () => {
  const games = Array.from({ length: 200 }, (_, index) => {
    const game = new Chess()
    game.move(game.moves()[index % 20] as string)
    return game
  })
  for (const game of games) game.move(game.moves()[0] as string)
  for (const game of [...games].reverse()) {
    expect(game.history()).toHaveLength(2)
    game.undo()
    game.undo()
    expect(game.fen()).toBe(new Chess().fen())
  }
})

test('pictures', () => {
  const svg = new Position().svg({ coordinates: true, arrows: ['e2e4'], squares: ['e4'], lastMove: 'e7e5' })
  expect(svg.startsWith('<svg')).toBe(true)
  expect(thrown(() => new Position().svg({ arrows: ['e9'] })).kind).toBe('argument')
})
