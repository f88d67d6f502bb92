/** The entry `tabiya/retro`: chess backwards, what can still happen, endgames and Syzygy tables. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Chess, Position, validateFen } from '../dist/node.js'
import { canArise, canWin, Endgames, predecessors, Syzygy, TabiyaError, unmoves, whyNoUnmove } from '../dist/retro-whole.js'
import { thrown } from './thrown.js'

const error = (call: () => unknown) => thrown(call, TabiyaError)

test('every unmove leads to a position from which its move leads back', () => {
  let moves = 0
  for (const fen of ['4k3/8/8/8/8/8/8/K3R3 b - - 0 1', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', '8/8/8/8/8/8/1k6/R4K1r w - - 0 1', 'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10']) {
    const after = new Position(fen)
    const board = (position: Position) => position.fen().split(' ').slice(0, 3).join(' ')
    for (const { before, uci } of unmoves(after)) {
      expect(board(new Position(before).after(uci)), `${before} ${uci}`).toBe(board(after))
      moves++
    }
    for (const { fen, uci } of predecessors(after)) expect(board(new Position(fen).after(uci))).toBe(board(after))
  }
  expect(moves).toBeGreaterThan(100)
})

test('what an unmove says', () => {
  expect(unmoves('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1')).toEqual([
    { text: 'd7d5', uci: 'd7d5', from: 'd7', to: 'd5', promotion: null, captured: null, capturedSquare: null, kind: 'double-push', before: '4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1' },
  ])
  const game = new Chess('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1')
  game.move('exd6')
  const passant = unmoves(game).find(({ text }) => text === 'e5d6:e')
  expect([passant?.kind, passant?.captured, passant?.capturedSquare]).toEqual(['en-passant', 'p', 'd5'])
  const castled = '4k3/8/8/8/8/8/8/5RK1 b - - 1 1'
  expect(unmoves(castled).filter(({ kind }) => kind === 'castling').map(({ uci }) => uci)).toEqual(['e1h1'])
  expect(unmoves(castled, { chess960: true }).filter(({ kind }) => kind === 'castling').length).toBeGreaterThan(1)
  expect(whyNoUnmove(castled)).toBeNull()
  expect(whyNoUnmove('8/8/8/8/8/2k5/3P4/4K3 b - - 0 1')).toBe('no last move can have led to the check from d2')
})

test('who can still win', () => {
  const yes = canWin(new Position('8/8/8/8/2N5/8/p2K4/k7 w - - 0 1'), 'w')
  expect(yes.answer).toBe(true)
  let position = new Position(yes.start as string)
  for (const move of yes.moves as string[]) position = position.after(move)
  expect(position.isCheckmate()).toBe(true)
  expect(canWin('8/8/8/8/2N5/8/3K4/k7 w - - 0 1', 'w')).toMatchObject({ answer: false, reason: 'insufficient-material', moves: null })
  expect(error(() => canWin('8/8/8/8/2N5/8/3K4/k7 w - - 0 1', 'white' as 'w')).kind).toBe('argument')
})

test('what can arise', () => {
  const game = canArise('rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2')
  expect([game.answer, game.moves]).toEqual([true, ['e2e4', 'd7d5']])
  const no = canArise('1nbqkbnr/1ppppppp/8/P7/P7/P7/3PPPPP/RNBQKBNR w KQk - 0 1')
  expect([no.answer, no.reason]).toEqual([false, 'pawn-captures'])
  expect(no.text).toContain('need at least 3 captures')
  expect(canArise('8/8/8/8/8/8/8/8 w - - 0 1').reason).toBe('invalid')
  expect(error(() => canArise('8/8/8/8/8/8/8/8 w - - 0 1', { starts: 'chess961' })).kind).toBe('argument')
})

test('endgames of three men, solved and probed', () => {
  const endgames = new Endgames()
  for (const [material, moves] of [['KQK', 10], ['KRK', 16], ['KPK', 28]] as const) {
    const { longestWhite } = endgames.solve(material).statistics(material)
    expect(Math.ceil((longestWhite?.[0] as number) / 2), material).toBe(moves)
    const line = endgames.line(longestWhite?.[1] as string)
    let position = new Position(longestWhite?.[1])
    for (const move of line) position = position.after(move)
    expect(position.isCheckmate()).toBe(true)
  }
  expect(endgames.materials().sort()).toEqual(['KBK', 'KNK', 'KPK', 'KQK', 'KRK'])
  const mate = new Position('8/8/8/8/8/k1K5/8/1R6 w - - 0 1')
  expect(endgames.probe(mate)).toEqual({ result: 'win', plies: 1 })
  expect(endgames.moves(mate)[0]).toEqual({ uci: 'b1a1', san: 'Ra1#', result: 'win', plies: 1 })
  expect(endgames.probe('8/8/8/8/8/2k5/8/K1B5 w - - 0 1')).toEqual({ result: 'draw', plies: null })

  const other = new Endgames()
  expect(error(() => other.probe(mate)).kind).toBe('table')
  const bytes = endgames.bytes('KRK')
  expect(other.add(bytes)).toBe('KRK')
  expect(other.probe(mate).plies).toBe(1)
  bytes[50] = (bytes[50] as number) ^ 1
  expect(error(() => other.add(bytes.buffer as ArrayBuffer)).kind).toBe('table')
  other.close()
  expect(error(() => other.probe(mate)).message).toContain('closed')
})

test('what cannot be solved or probed says why', () => {
  const endgames = new Endgames()
  expect(error(() => endgames.solve('KXK')).kind).toBe('argument')
  expect(error(() => endgames.solve('KQRKRB')).message).toContain('at most 5')
  expect(error(() => endgames.probe('4k3/8/8/8/8/8/8/4K2R w K - 0 1')).kind).toBe('position')
  expect(error(() => endgames.probe('8/8')).kind).toBe('fen')
  expect(error(() => endgames.probe(null as unknown as string)).kind).toBe('argument')
  expect(error(() => endgames.add('bytes' as unknown as ArrayBuffer)).kind).toBe('argument')
})

test('Syzygy tables from bytes: results, distances and ranked moves agree with solved endgames', () => {
  const tables = new Syzygy()
  for (const name of ['KRvK.rtbw', 'KRvK.rtbz']) expect(tables.add(name, readFileSync(new URL(`./tables/${name}`, import.meta.url)))).toBe(true)
  expect(tables.files()).toEqual(['KRvK.rtbw', 'KRvK.rtbz'])
  tables.check()
  const endgames = new Endgames().solve('KRK')
  const squares = [...'abcdefgh'].flatMap((file) => [...'12345678'].map((rank) => file + rank))
  let asked = 0
  for (const [index, rook] of squares.entries()) {
    for (const turn of ['w', 'b'] as const) {
      const board = new Chess()
      board.clear()
      board.put({ type: 'k', color: 'w' }, squares[(index * 7 + 3) % 64] as 'a1')
      board.put({ type: 'k', color: 'b' }, squares[(index * 13 + 29) % 64] as 'a1')
      board.put({ type: 'r', color: 'w' }, rook as 'a1')
      const fen = board.fen().replace(' w ', ` ${turn} `)
      if (!validateFen(fen).ok || fen.split(/[kKR]/).length !== 4) continue
      asked++
      const { result, plies } = endgames.probe(fen)
      expect(tables.probeWdl(fen), fen).toBe({ win: 2, draw: 0, loss: -2 }[result])
      // Without captures that matter the next zeroing move is the mate.
      const { dtz } = tables.probeDtz(fen)
      if (result === 'win') expect(dtz, fen).toBe(plies)
      const ranked = tables.rank(fen)
      expect(ranked.length).toBe(new Position(fen).legalMoves().length)
      if (result === 'win') expect(ranked[0]?.outcome).toBe('win')
    }
  }
  expect(asked).toBeGreaterThan(50)
  expect(tables.rank('8/8/8/8/8/k1K5/8/1R6 w - - 0 1')[0]).toEqual({ uci: 'b1a1', san: 'Ra1#', dtz: 1, exact: true, outcome: 'win', isZeroing: false, isMate: true })
})

test('Syzygy tables that are missing or damaged', () => {
  const tables = new Syzygy()
  const fen = '8/8/8/8/8/k1K5/8/1Q6 w - - 0 1'
  expect(error(() => tables.probeWdl(fen)).kind).toBe('table')
  expect(error(() => tables.add('notes.txt', new Uint8Array(80))).kind).toBe('argument')
  expect(tables.add('KQvK.rtbw', new ArrayBuffer(80))).toBe(true)
  expect(tables.add('KQvK.rtbw', new ArrayBuffer(80))).toBe(false)
  expect(tables.files()).toEqual(['KQvK.rtbw'])
  const damaged = error(() => tables.probeWdl(fen))
  expect([damaged.name, damaged.kind]).toEqual(['TabiyaError', 'table'])
  expect(damaged.message).toContain('KQvK.rtbw is damaged at byte 0')
  expect(error(() => tables.check()).kind).toBe('table')
  tables.close()
  expect(error(() => tables.rank(fen)).message).toContain('closed')
})
