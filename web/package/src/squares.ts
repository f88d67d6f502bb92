import { TabiyaError } from './errors.js'
import type { Square } from './types.js'

/** The squares as the library numbers them: a1, b1, … h8. */
export const SQUARES: readonly Square[] = Array.from(
  { length: 64 },
  (_, index) => `${'abcdefgh'[index % 8]}${Math.floor(index / 8) + 1}` as Square,
)

const INDEX = new Map<string, number>(SQUARES.map((square, index) => [square, index]))

/** The number of a square. */
export function squareIndex(square: string): number {
  const index = INDEX.get(square)
  if (index === undefined) {
    throw new TabiyaError({ kind: 'argument', message: `"${square}" is no square; expected a1 to h8` })
  }
  return index
}

/** The squares of a set, from a1 on. */
export function squaresOf(set: bigint): Square[] {
  const list: Square[] = []
  for (const [half, offset] of [
    [Number(set & 0xffff_ffffn), 0],
    [Number((set >> 32n) & 0xffff_ffffn), 32],
  ] as const) {
    for (let rest = half >>> 0; rest !== 0; rest = (rest & (rest - 1)) >>> 0) {
      list.push(SQUARES[offset + 31 - Math.clz32(rest & -rest)] as Square)
    }
  }
  return list
}

/** The set of some squares. */
export function setOf(squares: Iterable<string>): bigint {
  let set = 0n
  for (const square of squares) set |= 1n << BigInt(squareIndex(square))
  return set
}

/** A set as a hexadecimal number with all its sixteen digits. */
export function hex(set: bigint): string {
  return `0x${BigInt.asUintN(64, set).toString(16).padStart(16, '0')}`
}
