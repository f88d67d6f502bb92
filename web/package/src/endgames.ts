import * as wasm from '../wasm/retro/tabiya_web.js'
import { ask, shown, TabiyaError, textOf } from './errors.js'
import { type FenSource, fenOf } from './fen-source.js'
import { Kept } from './kept.js'

/** What best play leads to. */
export interface EndgameResult {
  /** For the side to move, or for the side that plays a move. */
  result: 'win' | 'draw' | 'loss'
  /** The plies to mate; `null` in a draw. */
  plies: number | null
}

/** A legal move with what it leads to, counted from the position before it. */
export interface EndgameMove extends EndgameResult {
  /** In coordinates. */
  uci: string
  san: string
}

/** A table in numbers: wins, draws and losses of the side to move, and the longest mates with a position of each. */
export interface EndgameStatistics {
  white: [number, number, number]
  black: [number, number, number]
  longestWhite: [plies: number, fen: string] | null
  longestBlack: [plies: number, fen: string] | null
}

/** The bytes of a table, whichever way they came. */
export function bytesOf(bytes: unknown): Uint8Array {
  if (bytes instanceof ArrayBuffer) return new Uint8Array(bytes)
  if (ArrayBuffer.isView(bytes)) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  throw new TabiyaError({ kind: 'argument', message: `expected the table as an ArrayBuffer or a typed array, found ${shown(bytes)}` })
}

/**
 * Solved endgames: the distance to mate of every position. Castling rights and the fifty-move rule are unknown to them.
 * Three men are solved in milliseconds, four in seconds (better in a worker), five in minutes with hundreds of megabytes.
 */
export class Endgames extends Kept {
  constructor() {
    super(wasm.openEndgames(), wasm.closeEndgames)
  }

  /** Solves a material such as `KRKN`, and all that it can become, unless the tables are there. */
  solve(material: string): this {
    ask(() => wasm.solveEndgame(this.number, textOf(material, 'the pieces')))
    return this
  }

  /** Adds a table that {@link bytes} or `tabiya solve` has written, and says which it is. */
  add(bytes: ArrayBuffer | ArrayBufferView): string {
    const table = bytesOf(bytes)
    return ask(() => wasm.addEndgame(this.number, table))
  }

  /** A table as bytes, to keep or to send: a file of the kind that `tabiya solve --tables` writes. */
  bytes(material: string): Uint8Array {
    return ask(() => wasm.endgameBytes(this.number, textOf(material, 'the pieces')))
  }

  /** The tables that are there. */
  materials(): string[] {
    return ask(() => wasm.endgameMaterials(this.number))
  }

  /** A table in numbers. Positions that are mirror images of each other count once. */
  statistics(material: string): EndgameStatistics {
    return JSON.parse(ask(() => wasm.endgameNumbers(this.number, textOf(material, 'the pieces')))) as EndgameStatistics
  }

  /** The result of a position and the plies to mate. */
  probe(from: FenSource): EndgameResult {
    return JSON.parse(ask(() => wasm.probeEndgame(this.number, fenOf(from)))) as EndgameResult
  }

  /** Every legal move, the best first: the quickest win, or the slowest loss. */
  moves(from: FenSource): EndgameMove[] {
    return JSON.parse(ask(() => wasm.endgameMoves(this.number, fenOf(from)))) as EndgameMove[]
  }

  /** The moves to mate with best play of both sides, in coordinates; none in a draw. */
  line(from: FenSource): string[] {
    return ask(() => wasm.endgameLine(this.number, fenOf(from)))
  }
}
