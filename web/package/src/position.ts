import * as wasm from '../wasm/tabiya_web.js'
import { ask } from './errors.js'
import { Questions } from './questions.js'
import type { FenReading } from './types.js'

export const DEFAULT_POSITION = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

/** A position without a past. It never changes: {@link after} gives the next one. */
export class Position extends Questions {
  constructor(fen: string = DEFAULT_POSITION, options: { chess960?: boolean } = {}) {
    super(fen, [], options.chess960 ?? false)
    this.sit()
  }

  /** The start of Chess960 game number 0 to 959 (518 is standard chess). */
  static chess960(number: number): Position {
    return new Position(chess960Fen(number), { chess960: true })
  }

  /** The position after a legal move in SAN or coordinates, or given as bits. */
  after(move: string | number): Position {
    const bits = typeof move === 'number' ? move : this.parse(move)
    // The en passant square is kept even where nobody can use it: explanations speak of it.
    return new Position(ask(() => wasm.fenAfter(this.seat, bits, 2)), { chess960: this.chess960 })
  }

  toString(): string {
    return this.fen()
  }
}

/** The FEN of Chess960 start position number 0 to 959. */
export function chess960Fen(number: number): string {
  return ask(() => wasm.chess960(number))
}

/** Reads a FEN of which somebody may have got something wrong: every mistake at its column, and the repaired text. */
export function readFen(text: string): FenReading {
  return JSON.parse(wasm.readFen(text)) as FenReading
}

/** Whether a FEN is a position, as chess.js answers it. */
export function validateFen(fen: string): { ok: boolean; error?: string } {
  const [first] = readFen(fen).mistakes
  return first === undefined ? { ok: true } : { ok: false, error: first.message }
}
