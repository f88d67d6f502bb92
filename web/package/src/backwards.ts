import * as wasm from '../wasm/retro/tabiya_web.js'
import { ask, shown, TabiyaError, textOf, wholeOf } from './errors.js'
import { type FenSource, fenOf } from './fen-source.js'
import type { Color, PieceSymbol, Square } from './types.js'

export interface LookBackOptions {
  /** Whether castles of Chess960 may lie in the past; without the option, if the position is one of Chess960. */
  chess960?: boolean
}

/** A move that can have led to a position, taken back. */
export interface Unmove {
  /** The move, and behind a colon the letter of what it captured: `g1f3`, `e4d5:n`, `e5d6:e` for a capture en passant. */
  text: string
  /** The move as it was played; castling is king-takes-rook. */
  uci: string
  from: Square
  to: Square
  promotion: PieceSymbol | null
  captured: PieceSymbol | null
  /** Where the captured piece comes back; not the target of the move for a capture en passant. */
  capturedSquare: Square | null
  kind: 'castling' | 'en-passant' | 'double-push' | null
  /** The FEN before, with no more castling rights and no other en passant square than the move needs. */
  before: string
}

/** A position before, with one choice of the rights that the board does not tell. */
export interface Predecessor {
  fen: string
  /** The text of the unmove. */
  text: string
  /** The move that leads back; castling is king-takes-rook. */
  uci: string
}

/** Whether something can be. */
export interface Answer {
  /** `null` where neither a proof nor an example was found within the limit. */
  answer: boolean | null
  /** For a yes: where the moves begin, as a FEN. */
  start: string | null
  /** For a yes: moves that show it; castling is king-takes-rook. */
  moves: string[] | null
  /** For a no: a short name of the reason. */
  reason: string | null
  /** For a no: the reason as a sentence. */
  text: string | null
  /** For a no: the squares that the reason speaks of. */
  squares: Square[]
}

const isChess960 = (from: FenSource, options: LookBackOptions) =>
  options.chess960 ?? (typeof from === 'string' ? false : (from.chess960 ?? false))

/** Every move that can have led to a position, with what it captured. Clocks are not looked at. */
export function unmoves(from: FenSource, options: LookBackOptions = {}): Unmove[] {
  return JSON.parse(ask(() => wasm.unmoves(fenOf(from), isChess960(from, options)))) as Unmove[]
}

/** Every position before, with each choice of castling rights and en passant square. */
export function predecessors(from: FenSource, options: LookBackOptions = {}): Predecessor[] {
  return JSON.parse(ask(() => wasm.predecessors(fenOf(from), isChess960(from, options)))) as Predecessor[]
}

/** Why no move can have led to a position; `null` if one can. */
export function whyNoUnmove(from: FenSource, options: LookBackOptions = {}): string | null {
  return ask(() => wasm.whyNoUnmove(fenOf(from), isChess960(from, options))) ?? null
}

/**
 * Whether a side can still win by any legal moves of both sides: what decides a game when the other side's time runs out.
 * The rules of fifty moves and of repetition are left out. `positions` limits the search; without it an answer takes a
 * quarter of a second at most on a fast machine, and most take less than a millisecond.
 */
export function canWin(from: FenSource, color: Color, options: { positions?: number } = {}): Answer {
  if (color !== 'w' && color !== 'b') {
    throw new TabiyaError({ kind: 'argument', message: `expected the side as 'w' or 'b', found ${shown(color)}` })
  }
  return JSON.parse(ask(() => wasm.canWin(fenOf(from), color === 'b', limitOf(options.positions)))) as Answer
}

export interface CanAriseOptions {
  /**
   * The games that are asked about: `standard`, `chess960`, `chess960:N` with the number of a start position,
   * `double-chess960`. Without it, the kind of game that the castling rights tell of.
   */
  starts?: string
  /** How many positions the search for a game may look at. */
  positions?: number
}

/** Whether a game can reach a position: with the shortest game, or with the reason why not. */
export function canArise(from: FenSource, options: CanAriseOptions = {}): Answer {
  const starts = options.starts === undefined ? '' : textOf(options.starts, 'the starts')
  return JSON.parse(ask(() => wasm.canArise(fenOf(from), starts, limitOf(options.positions)))) as Answer
}

/** 0 stands for the library's own limit. */
function limitOf(positions: number | undefined): number {
  return positions === undefined ? 0 : Math.max(1, wholeOf(positions, 'the limit of positions'))
}
