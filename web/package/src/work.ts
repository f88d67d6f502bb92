import * as wasm from '../wasm/tabiya_web.js'
import type { Found, Part } from './count.js'

/** What a worker does with a part. A worker has the library to itself, so one seat is enough. */
export function work({ id, fen, depth, statistics }: Part): Found {
  try {
    wasm.load(0, fen, new Uint16Array(), true)
    return { id, numbers: statistics ? [...wasm.statistics(0, depth)] : [wasm.perft(0, depth)] }
  } catch (error) {
    return { id, numbers: [], error: String(error) }
  }
}
