/** What programs written for chess.js do with games and moves: wrap, copy, compare, set up boards, annotate. */
import { isReactive, reactive, effect } from '@vue/reactivity'
import cloneDeep from 'lodash.clonedeep'
import { expect, test } from 'vitest'
import {
  BISHOP, BLACK, Chess, count, KING, KNIGHT, Move, PAWN, Position, QUEEN, readPgnGames, ROOK, SEVEN_TAG_ROSTER, SQUARES,
  TabiyaError, validateFen, WHITE,
} from '../dist/node.js'
import { thrown } from './thrown.js'

const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'

test('a game works behind a proxy', () => {
  const game = new Chess()
  const proxy = new Proxy(game, {})
  expect(proxy.move('e4').san).toBe('e4')
  expect(game.fen()).toBe(AFTER_E4)
  game.move('e5')
  expect(proxy.history()).toEqual(['e4', 'e5'])
  expect(proxy.undo()?.san).toBe('e5')
  expect([game.fen(), proxy.pgn()]).toEqual([AFTER_E4, game.pgn()])
})

test('a reactive game tells its watchers of every change, and of nothing else', () => {
  const game = reactive(new Chess()) as Chess
  expect(isReactive(game)).toBe(true)
  const seen: string[] = []
  effect(() => void seen.push(`${game.fen().split(' ')[0]} ${game.turn()} ${game.moves().length} ${game.get('e4')?.type}`))
  game.move('e4')
  game.isCheck()
  game.undo()
  expect(seen).toHaveLength(3)
  expect(seen[2]).toBe(seen[0])
  expect(seen[1]).toContain(' b 20 p')
})

test('a deep copy is a game of its own', () => {
  const game = new Chess()
  game.move('e4')
  game.setComment('best by test')
  const copy = cloneDeep(game)
  expect(copy).toEqual(game)
  copy.move('e5')
  game.move('c5')
  expect([game.history(), copy.history()]).toEqual([['e4', 'c5'], ['e4', 'e5']])
  copy.undo()
  expect(copy.getComment()).toBe('best by test')
  const shallow = Object.assign(Object.create(Chess.prototype) as Chess, game)
  expect(shallow.fen()).toBe(game.fen())
})

test('a game does not show its seat, and equal games are equal', () => {
  const [one, other] = [new Chess(), new Chess()]
  one.move('e4')
  other.move('e4')
  one.moves()
  expect(one).toEqual(other)
  expect(Object.keys(one)).not.toContain('known')
  other.move('e5')
  expect(one).not.toEqual(other)
})

test('copies of moves say what the moves say', () => {
  const [move] = new Chess('4k3/P7/8/8/8/8/8/4K2R w K - 0 1').moves({ verbose: true }) as [Move]
  expect(move.after.split(' ')).toHaveLength(6)
  for (const copy of [{ ...move }, structuredClone(move), JSON.parse(JSON.stringify(move)) as Move]) {
    expect(copy).toEqual({ ...move })
    expect([copy.after, copy.lan]).toEqual([move.after, move.lan])
  }
  expect(Object.keys(move).sort().join(' ')).toBe('after before captured color flags from lan piece promotion san to')
})

test('comparing moves that differ says how, and ends', () => {
  const [one, other] = new Chess().moves({ verbose: true })
  expect(() => expect(one).toEqual(other)).toThrow('to deeply equal')
})

test('the bits of a move come back from what it says', () => {
  const fens = [
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', '8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 1',
    '1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1', '4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1',
  ]
  for (const fen of fens) {
    const game = new Chess(fen, { chess960: fen.includes('GB') })
    expect(game.moves({ verbose: true }).map(({ bits }) => bits)).toEqual([...game.legalMoves()])
  }
})

test('names of chess.js', () => {
  expect([WHITE, BLACK, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING].join('')).toBe('wbpnbrqk')
  expect([SQUARES[0], SQUARES[7], SQUARES[63]]).toEqual(['a8', 'h8', 'h1'])
  expect(new Chess().getHeaders()).toEqual(SEVEN_TAG_ROSTER)
})

test('boards that are being set up', () => {
  const game = new Chess()
  game.clear()
  expect([game.fen(), game.moves(), game.isGameOver()]).toEqual(['8/8/8/8/8/8/8/8 w - - 0 1', [], false])
  expect(thrown(() => game.move('e4')).message).toMatch(/^Invalid move: e4: not a position: .*king/)
  expect(game.put({ type: KING, color: WHITE }, 'e1')).toBe(true)
  expect(game.put({ type: KING, color: WHITE }, 'e2')).toBe(false)
  expect(game.put({ type: ROOK, color: WHITE }, 'h1')).toBe(true)
  expect(game.attackers('e1', WHITE)).toEqual(['h1'])
  expect(game.put({ type: KING, color: BLACK }, 'e8')).toBe(true)
  expect(game.moves()).toContain('Rh8+')
  expect(game.setCastlingRights(WHITE, { k: true, q: true })).toBe(false)
  expect(game.getCastlingRights(WHITE)).toEqual({ k: true, q: false })
  expect(game.moves()).toContain('O-O')
  expect(game.setTurn(BLACK)).toBe(true)
  expect(game.turn()).toBe(BLACK)
  expect(cloneDeep(game).fen()).toBe(game.fen())
})

test('rights and en passant squares fall with their pieces', () => {
  const rook = new Chess()
  expect(rook.remove('h1')).toEqual({ type: ROOK, color: WHITE })
  expect(rook.fen()).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1')
  const over = new Chess()
  expect(over.put({ type: KNIGHT, color: BLACK }, 'a8')).toBe(true)
  expect(over.fen()).toContain(' KQk ')
  const passed = new Chess('4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1')
  passed.remove('e4')
  expect(passed.fen()).toBe('4k3/8/8/8/5p2/8/8/4K3 b - - 0 1')
})

test('castling from other squares is Chess960', () => {
  const fen = 'r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1'
  expect(new Chess(fen).getCastlingRights(WHITE)).toEqual({ k: false, q: false })
  expect(new Chess(fen, { chess960: true }).moves()).toContain('O-O-O')
  expect(new Position(fen).chess960).toBe(true)
  const loaded = new Chess()
  loaded.loadPgn('[FEN "4k3/8/8/8/8/8/8/4KR2 w K - 0 1"]\n\n1. O-O *')
  expect(loaded.history({ verbose: true })[0]?.lan).toBe('e1f1')
  expect(readPgnGames('[FEN "4k3/8/8/8/8/8/8/4KR2 w K - 0 1"]\n\n1. O-O *')[0]).toMatchObject({ chess960: true })
})

test('bad arguments get an error that says what was expected', async () => {
  expect(thrown(() => new Chess().move(undefined as never)).message).toMatch(/^Invalid move: undefined: expected SAN/)
  expect(thrown(() => new Chess().move({} as never)).message).toMatch(/^Invalid move: \{\}: expected/)
  expect(thrown(() => new Chess().move('Ke5')).message).toMatch(/^Invalid move: Ke5/)
  expect(thrown(() => new Chess(null as never)).message).toBe('expected a FEN as a string, found null')
  expect(thrown(() => new Chess().loadPgn(7 as never)).kind).toBe('argument')
  expect(thrown(() => new Chess().perft(-1)).message).toContain('found -1')
  expect(thrown(() => new Position().divide(1.5)).kind).toBe('argument')
  expect(new Chess().get('z9')).toBeUndefined()
  expect(new Chess().moves({ square: 'z9' })).toEqual([])
  for (const depth of [99, Number.NaN, -1, 2.5]) {
    await expect(count(new Position(), depth)).rejects.toThrow(TabiyaError)
  }
})

test('FENs of six fields', () => {
  expect(validateFen(AFTER_E4)).toEqual({ ok: true })
  for (const fen of [AFTER_E4.replace(' 0 1', ''), AFTER_E4.replace('/8/8/', '/17/8/'), AFTER_E4.replace('-', '–')]) {
    expect(validateFen(fen).ok, fen).toBe(false)
  }
})

test('null moves', () => {
  const game = new Chess()
  const pass = game.move('--')
  expect([pass.san, pass.isNullMove(), pass.from, pass.to, pass.bits]).toEqual(['--', true, 'e1', 'e1', 0])
  expect(game.move(null).color).toBe('b')
  expect(game.history()).toEqual(['--', '--'])
  expect(game.history({ verbose: true }).map(({ before }) => before)).toEqual([new Chess().fen(), pass.after])
  expect(game.undo()?.san).toBe('--')
  expect(thrown(() => new Chess('4k3/8/8/8/8/8/4r3/4K3 w - - 0 1').pass()).message).toContain('Null move not allowed when in check')
})

test('comments, marks and glyphs are read, changed and written', () => {
  const game = new Chess()
  game.loadPgn('{ before } 1. e4! $14 {good} e5 ; fine\n 2. Nf3 *')
  const notes = game.getComments()
  expect(notes.map(({ comment }) => comment)).toEqual([' before ', 'good', 'fine'])
  expect(notes[1]).toEqual({ fen: AFTER_E4, comment: 'good', suffixAnnotation: '!', nags: [14] })
  game.setSuffixAnnotation('?!')
  game.addNag(10)
  const text = game.pgn().split('\n\n')[1]
  expect(text).toBe('{ before } 1. e4! $14 {good} e5 {fine} 2. Nf3?! $10 *')
  const again = new Chess()
  again.loadPgn(game.pgn())
  expect(again.getComments()).toEqual(game.getComments())
  expect(thrown(() => game.setSuffixAnnotation('!!!' as never)).kind).toBe('argument')
  expect(thrown(() => game.addNag(300)).kind).toBe('argument')
})

test('a quote in a tag and a brace in a comment do not break the PGN', () => {
  const game = new Chess()
  game.setHeader('White', 'A "B" \\ C')
  game.setComment('{x} y}')
  const again = new Chess()
  again.loadPgn(game.pgn())
  expect(again.getHeaders()['White']).toBe('A "B" \\ C')
  expect(again.getComment()).toBe('[x] y]')
})

test('a game that is over is written with its result', () => {
  const game = new Chess()
  for (const move of ['f3', 'e5', 'g4', 'Qh4#']) game.move(move)
  expect(game.pgn()).toMatch(/\[Result "0-1"\][\s\S]*Qh4# 0-1$/)
})
