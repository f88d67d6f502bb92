/** Random games, told to chess.js and to Tabiya: every question both can answer must have the same answer. */
import { Chess as ChessJs } from 'chess.js'
import { expect, test } from 'vitest'
import { Chess } from '../dist/node.js'
import { random } from './random.js'

const GAMES = Number(process.env['TABIYA_GAMES'] ?? 30)

test(`${GAMES} random games`, () => {
  const pick = random(14)
  let positions = 0
  for (let number = 0; number < GAMES; number++) {
    const [theirs, ours] = [new ChessJs(), new Chess()]
    for (let ply = 0; ply < 120 && !theirs.isGameOver(); ply++) {
      const sans = theirs.moves()
      expect([...ours.moves()].sort()).toEqual([...sans].sort())
      expect(ours.fen()).toBe(theirs.fen())
      expect(ours.turn()).toBe(theirs.turn())
      expect(ours.isCheck()).toBe(theirs.isCheck())
      expect(ours.isDrawByFiftyMoves()).toBe(theirs.isDrawByFiftyMoves())
      if (ply % 8 === 0) {
        const plain = (move: { from: string; to: string; lan: string; flags: string; piece: string; captured?: string }) =>
          [move.lan, move.from, move.to, move.flags, move.piece, move.captured ?? ''].join(' ')
        const theirMoves = theirs.moves({ verbose: true }).map((move) => ({ ...move, captured: move.captured ?? '' }))
        expect(ours.moves({ verbose: true }).map(plain).sort()).toEqual(theirMoves.map(plain).sort())
        expect(ours.board()).toEqual(theirs.board())
        expect(ours.perft(2)).toBe(theirs.perft(2))
      }
      const san = sans[pick(sans.length)] as string
      const [played, known] = [ours.move(san), theirs.move(san)]
      expect([played.after, played.before, played.san]).toEqual([known.after, known.before, known.san])
      positions++
    }
    expect(ours.isGameOver()).toBe(theirs.isGameOver())
    expect(ours.isCheckmate()).toBe(theirs.isCheckmate())
    expect(ours.isStalemate()).toBe(theirs.isStalemate())
    expect(ours.isThreefoldRepetition()).toBe(theirs.isThreefoldRepetition())
    expect(ours.isInsufficientMaterial()).toBe(theirs.isInsufficientMaterial())
    expect(ours.history()).toEqual(theirs.history())
    const copy = new Chess()
    copy.loadPgn(theirs.pgn())
    expect(copy.fen()).toBe(theirs.fen())
    const back = new ChessJs()
    back.loadPgn(ours.pgn())
    expect(back.fen()).toBe(ours.fen())
    while (ours.undo() !== null) theirs.undo()
    expect(ours.fen()).toBe(theirs.fen())
  }
  expect(positions).toBeGreaterThan(20 * GAMES)
}, 3_600_000)
