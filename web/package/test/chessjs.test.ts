/** Random games, told to chess.js and to Tabiya: every question both can answer must have the same answer. */
import { Chess as ChessJs } from 'chess.js'
import { expect, test } from 'vitest'
import { Chess, SQUARES } from '../dist/node.js'
import { random } from './random.js'

const GAMES = Number(process.env['TABIYA_GAMES'] ?? 30)

test(`${GAMES} random games`, async () => {
  const pick = random(14)
  let positions = 0
  for (let number = 0; number < GAMES; number++) {
    // The runner waits a minute at most for a sign of life.
    await new Promise(setImmediate)
    const [theirs, ours] = [new ChessJs(), new Chess()]
    for (let ply = 0; ply < 120 && !theirs.isGameOver(); ply++) {
      const sans = theirs.moves()
      expect([...ours.moves()].sort()).toEqual([...sans].sort())
      expect(ours.fen()).toBe(theirs.fen())
      expect(ours.turn()).toBe(theirs.turn())
      expect(ours.isCheck()).toBe(theirs.isCheck())
      expect(ours.isDrawByFiftyMoves()).toBe(theirs.isDrawByFiftyMoves())
      if (ply % 8 === 0) {
        const plain = (moves: { lan: string }[]) => moves.map((move) => ({ ...move })).sort((a, b) => (a.lan < b.lan ? -1 : 1))
        expect(plain(ours.moves({ verbose: true }))).toEqual(plain(theirs.moves({ verbose: true })))
        expect(ours.getCastlingRights('w')).toEqual(theirs.getCastlingRights('w'))
        for (const square of SQUARES) {
          expect(ours.get(square)).toEqual(theirs.get(square))
          expect(ours.attackers(square).sort()).toEqual(theirs.attackers(square).sort())
        }
        expect(ours.board()).toEqual(theirs.board())
        expect(ours.perft(2)).toBe(theirs.perft(2))
      }
      const san = sans[pick(sans.length)] as string
      const [played, known] = [ours.move(san), theirs.move(san)]
      expect({ ...played }).toEqual({ ...known })
      positions++
    }
    expect(ours.isGameOver()).toBe(theirs.isGameOver())
    expect(ours.isCheckmate()).toBe(theirs.isCheckmate())
    expect(ours.isStalemate()).toBe(theirs.isStalemate())
    expect(ours.isThreefoldRepetition()).toBe(theirs.isThreefoldRepetition())
    expect(ours.isInsufficientMaterial()).toBe(theirs.isInsufficientMaterial())
    expect(ours.history()).toEqual(theirs.history())
    expect(ours.history({ verbose: true }).map((move) => ({ ...move }))).toEqual(theirs.history({ verbose: true }).map((move) => ({ ...move })))
    const copy = new Chess()
    copy.loadPgn(theirs.pgn())
    expect(copy.fen()).toBe(theirs.fen())
    const back = new ChessJs()
    back.loadPgn(ours.pgn())
    expect(back.fen()).toBe(ours.fen())
    for (;;) {
      const [ourLast, theirLast] = [ours.undo(), theirs.undo()]
      expect(ourLast && { ...ourLast }).toEqual(theirLast && { ...theirLast })
      if (ourLast === null) break
    }
    expect(ours.fen()).toBe(theirs.fen())
  }
  expect(positions).toBeGreaterThan(20 * GAMES)
}, 3_600_000)
