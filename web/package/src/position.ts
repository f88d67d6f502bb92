import * as wasm from '../wasm/tabiya_web.js'
import { ask, textOf, wholeOf } from './errors.js'
import { Rules } from './rules.js'

export const DEFAULT_POSITION = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

/** A position without a past. It never changes: {@link after} gives the next one. */
export class Position extends Rules {
  /** Without the option, `chess960` is what the castling rights of the FEN need. */
  constructor(fen: string = DEFAULT_POSITION, options: { chess960?: boolean } = {}) {
    super(textOf(fen, 'a FEN'))
    this.chess960 = options.chess960 ?? true
    this.sit()
    if (options.chess960 === undefined) this.chess960 = wasm.needsChess960(this.seat)
  }

  /** The start of Chess960 game number 0 to 959 (518 is standard chess). */
  static chess960(number: number): Position {
    return new Position(chess960Fen(number), { chess960: true })
  }

  /** The position after a legal move in SAN or coordinates, or given as bits. */
  after(move: string | number): Position {
    const bits = typeof move === 'number' ? move : this.parse(move)
    // The en passant square is kept even where no pawn can use it: explanations speak of it.
    return new Position(ask(() => wasm.fenAfter(this.seat, bits, 2)), { chess960: this.chess960 })
  }

  toString(): string {
    return this.fen()
  }
}

/** The FEN of Chess960 start position number 0 to 959. */
export function chess960Fen(number: number): string {
  return ask(() => wasm.chess960(Math.min(wholeOf(number, 'the number of a start position'), 65_535)))
}

/**
 * Whether a text is a FEN of six fields and a position, with the first thing that is wrong. Castling rights without their
 * king and rook are not a mistake, as `load` ignores them.
 */
export function validateFen(fen: string): { ok: boolean; error?: string } {
  const error = wasm.validate(textOf(fen, 'a FEN'))
  return error === undefined ? { ok: true } : { ok: false, error: `Invalid FEN: ${error}` }
}
