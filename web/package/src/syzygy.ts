import * as wasm from '../wasm/retro/tabiya_web.js'
import { bytesOf } from './endgames.js'
import { ask, textOf } from './errors.js'
import { type FenSource, fenOf } from './fen-source.js'
import { Kept } from './kept.js'

/** -2 a loss, -1 a loss but for the fifty-move rule, 0 a draw, 1 a win but for the fifty-move rule, 2 a win. */
export type SyzygyResult = -2 | -1 | 0 | 1 | 2

/** The distance to the next capture, pawn's move or mate. */
export interface SyzygyDistance {
  /** In plies: positive for a win, negative for a loss, 0 for a draw; beyond 100 where the fifty-move rule draws. */
  dtz: number
  /** Whether it is known to the ply. If not, it may be one longer: most tables count moves. */
  exact: boolean
}

/** A legal move as the tables rank it, for the side that plays it, counted from the position before it. */
export interface SyzygyMove extends SyzygyDistance {
  /** In coordinates. */
  uci: string
  san: string
  /** The result with the fifty-move clock where it stands. */
  outcome: 'loss' | 'maybe loss' | 'blessed loss' | 'draw' | 'cursed win' | 'maybe win' | 'win'
  /** Whether it sets the fifty-move clock to 0. */
  isZeroing: boolean
  isMate: boolean
}

/** Syzygy tables of up to seven men, from bytes. A damaged file is an error that names the file and the place. */
export class Syzygy extends Kept {
  constructor() {
    super(wasm.openSyzygy(), wasm.closeSyzygy)
  }

  /** Adds a table under the name of its file, such as `KQvK.rtbw`; whether it was new. The bytes are copied. */
  add(name: string, bytes: ArrayBuffer | ArrayBufferView): boolean {
    const table = bytesOf(bytes)
    return ask(() => wasm.addSyzygy(this.number, textOf(name, 'the name of a file'), table))
  }

  /** The files that were added. */
  files(): string[] {
    return ask(() => wasm.syzygyFiles(this.number))
  }

  /** Reads every file whole and compares its checksum; throws for the first that is damaged. */
  check(): void {
    ask(() => wasm.checkSyzygy(this.number))
  }

  /** The result of a position if its fifty-move clock stood at 0. Needs `.rtbw` files. */
  probeWdl(from: FenSource): SyzygyResult {
    return ask(() => wasm.syzygyWdl(this.number, fenOf(from))) as SyzygyResult
  }

  /** The distance to the next zeroing move or mate. Needs `.rtbw` and `.rtbz` files. */
  probeDtz(from: FenSource): SyzygyDistance {
    return JSON.parse(ask(() => wasm.syzygyDtz(this.number, fenOf(from)))) as SyzygyDistance
  }

  /** Every legal move, the best first. Playing the first each time wins what is won, from any fifty-move clock. */
  rank(from: FenSource): SyzygyMove[] {
    return JSON.parse(ask(() => wasm.syzygyRank(this.number, fenOf(from)))) as SyzygyMove[]
  }
}
