import { TabiyaError } from './errors.js'
import type { Color, Piece, PieceSymbol, Square } from './types.js'

/** The squares as the library numbers them: a1, b1, … h8. */
export const SQUARES_BY_NUMBER: readonly Square[] = Array.from(
  { length: 64 },
  (_, index) => `${'abcdefgh'[index % 8]}${Math.floor(index / 8) + 1}` as Square,
)

/** The squares in the order of a diagram: a8, b8, … h1. */
export const SQUARES: readonly Square[] = SQUARES_BY_NUMBER.map((_, index) => SQUARES_BY_NUMBER[index ^ 56] as Square)

/** The number of a square, or -1 for what is not a square. */
export function numberOf(square: string): number {
  if (typeof square !== 'string' || square.length !== 2) return -1
  const file = square.charCodeAt(0) - 97
  const rank = square.charCodeAt(1) - 49
  // Below 8 and not negative, both at once.
  return ((file | rank) & ~7) === 0 ? 8 * rank + file : -1
}

/** The number of a square; throws for what is not a square. */
export function squareIndex(square: string): number {
  const index = numberOf(square)
  if (index < 0) throw new TabiyaError({ kind: 'argument', message: `"${square}" is not a square; expected a1 to h8` })
  return index
}

/** The pieces by their letters in a FEN. They are shared, so they cannot be changed. */
export const PIECES: Readonly<Record<string, Piece | undefined>> = Object.assign(
  Object.create(null) as object,
  Object.fromEntries(
    [...'PNBRQKpnbrqk'].map((letter) => {
      const type = letter.toLowerCase() as PieceSymbol
      const color: Color = letter === type ? 'b' : 'w'
      return [letter, Object.freeze({ color, type })]
    }),
  ),
)

/** The pieces on the 64 squares, a1 to h8, of a FEN that the library has written. */
export function piecesOf(fen: string): (Piece | undefined)[] {
  const pieces = new Array<Piece | undefined>(64).fill(undefined)
  let square = 56
  for (let index = 0; ; index++) {
    const code = fen.charCodeAt(index)
    if (code === 32) return pieces
    if (code === 47) square -= 16
    else if (code < 58) square += code - 48
    else pieces[square++] = PIECES[fen[index] as string]
  }
}

/** Whether Black is to move in a FEN. */
export function blackMoves(fen: string): boolean {
  return fen.charCodeAt(fen.indexOf(' ') + 1) === 98
}

/** The letter of a piece in a FEN; a dot for an empty square. */
export function letterOf(piece: Piece | undefined): string {
  if (piece === undefined) return '.'
  return piece.color === 'w' ? piece.type.toUpperCase() : piece.type
}

/** The squares of a set, from a1 on. */
export function squaresOf(set: bigint): Square[] {
  return squaresOfHalf(Number((set >> 32n) & 0xffff_ffffn), 32, squaresOfHalf(Number(set & 0xffff_ffffn), 0, []))
}

/** The list with the squares of half a set behind it; `first` is the square of its lowest bit. */
export function squaresOfHalf(half: number, first: 0 | 32, list: Square[]): Square[] {
  for (let rest = half | 0; rest !== 0; rest &= rest - 1) list.push(SQUARES_BY_NUMBER[first + 31 - Math.clz32(rest & -rest)] as Square)
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
