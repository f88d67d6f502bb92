import * as wasm from '../wasm/tabiya_web.js'
import { textOf } from './errors.js'
import type { FenReading } from './types.js'

/** Reads a FEN that may be wrong: every mistake at its column, and the repaired text. */
export function readFen(text: string): FenReading {
  return JSON.parse(wasm.readFen(textOf(text, 'a FEN'))) as FenReading
}
