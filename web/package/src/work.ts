import type { Found, Part } from './count.js'
import { Position } from './position.js'

/** What a worker does with a part. */
export function work({ id, fen, depth, statistics }: Part): Found {
  try {
    const position = new Position(fen)
    const numbers = statistics ? Object.values(position.statistics(depth)) : [BigInt(position.perft(depth))]
    return { id, numbers }
  } catch (error) {
    return { id, numbers: [], error: String(error) }
  }
}
