/** What the page asks the library about a state, without changing it. */
import { Game, Position, type Square } from 'tabiya'
import type { Refused, State } from './shape'

/** The moves of a line up to the first that is not legal. */
export function legalPart(start: string, line: string[]): string[] {
  const game = new Game(start, { chess960: isChess960(start) })
  for (const [index, move] of line.entries()) {
    try {
      game.move(move)
    } catch {
      return line.slice(0, index)
    }
  }
  return line
}

let cached: { key: string; position: Position; game: Game } | undefined

/** The game up to the present ply, made once for every change. */
export function gameOf({ start, line, ply }: Pick<State, 'start' | 'line' | 'ply'>): { game: Game; position: Position } {
  const key = [start, ...line.slice(0, ply)].join(' ')
  if (cached?.key !== key) {
    const game = new Game(start, { chess960: isChess960(start) })
    for (const move of line.slice(0, ply)) game.move(move)
    cached = { key, game, position: game.position() }
  }
  return cached
}

/** Whether the castling rights of a FEN need king-takes-rook in coordinates. Throws for an unreadable FEN. */
export function isChess960(fen: string): boolean {
  return new Position(fen).chess960
}

/** The reason against a move. The arrow ends where the move was tried, not on the rook of a castle. */
export function refusal(position: Position, tried: string): Refused | null {
  try {
    const explained = position.explain(tried)
    if (explained.legal) return null
    const squares = /^([a-h][1-8])([a-h][1-8])/.exec(tried)
    const to = (squares?.[1] === explained.from ? squares.at(2) : explained.to) as Square | ''
    return { ...explained, to, tried }
  } catch {
    return null
  }
}
