/**
 * Sets of squares as authors of generators write them: numbers in any of four layouts, boards of digits, and
 * expressions such as `A & ~pinned`, `north(B) << 1` or `o ^ (o - 2 * r)`.
 *
 * An expression is worked out in the author's layout, so that `<<` means there what it means in the author's program.
 */

/** The square of bit 0. Bit 1 is its neighbour on the same rank. */
export const CORNERS = ['a1', 'h1', 'a8', 'h8'] as const
export type Corner = (typeof CORNERS)[number]

/** A set that the user has typed or clicked: `A` to `H`, and what it is. */
export interface OwnSet {
  name: string
  text: string
}

const ALL = 0xffff_ffff_ffff_ffffn
const cut = (value: bigint) => BigInt.asUintN(64, value)

/** What is wrong with a text, with its column from 1. */
export class BitsError extends Error {
  constructor(readonly column: number, message: string) {
    super(`column ${column}: ${message}`)
  }
}

function permuted(set: bigint, to: (file: number, rank: number) => [number, number]): bigint {
  let next = 0n
  for (let index = 0; index < 64; index++) {
    if ((set >> BigInt(index)) & 1n) {
      const [file, rank] = to(index & 7, index >> 3)
      next |= 1n << BigInt(8 * rank + file)
    }
  }
  return next
}

export const flipVertical = (set: bigint) => permuted(set, (file, rank) => [file, 7 - rank])
export const flipHorizontal = (set: bigint) => permuted(set, (file, rank) => [7 - file, rank])
export const flipDiagonal = (set: bigint) => permuted(set, (file, rank) => [rank, file])
export const rotate180 = (set: bigint) => permuted(set, (file, rank) => [7 - file, 7 - rank])

/** From the layout with bit 0 on a corner to the one with bit 0 on a1, or back: each is its own inverse. */
export function relaid(set: bigint, corner: Corner): bigint {
  switch (corner) {
    case 'a1': return set
    case 'h1': return flipHorizontal(set)
    case 'a8': return flipVertical(set)
    case 'h8': return rotate180(set)
  }
}

const NOT_A = 0xfefe_fefe_fefe_fefen
const NOT_H = 0x7f7f_7f7f_7f7f_7f7fn
const north = (set: bigint) => cut(set << 8n)
const south = (set: bigint) => set >> 8n
const east = (set: bigint) => cut(set << 1n) & NOT_A
const west = (set: bigint) => (set >> 1n) & NOT_H

/** What can be done to a board: all of it on squares, whatever the layout. */
export const FUNCTIONS: Record<string, (set: bigint) => bigint> = {
  north, south, east, west,
  northeast: (set) => north(east(set)), northwest: (set) => north(west(set)),
  southeast: (set) => south(east(set)), southwest: (set) => south(west(set)),
  flipv: flipVertical, fliph: flipHorizontal, flipdiag: flipDiagonal, rotate180,
}

/**
 * The squares of a drawn board: eight lines of eight marks, the eighth rank first. Frames, file letters and rank digits
 * are skipped.
 */
export function picture(text: string): bigint | null {
  const rows: string[] = []
  for (const line of text.split('\n')) {
    const bare = line.replace(/[|│┃]/g, ' ').trim()
    if (bare === '' || /^[+\-─━┌┐└┘├┤┬┴┼\s]+$/.test(bare) || /^(a\s*b\s*c\s*d\s*e\s*f\s*g\s*h)$/i.test(bare)) continue
    const words = bare.split(/\s+/)
    let cells = words
    if (words.length === 1) cells = [...bare]
    else {
      const rank = String(8 - rows.length)
      if (cells.length >= 9 && cells[0] === rank) cells = cells.slice(1)
      if (cells.length === 9 && cells[8] === rank) cells = cells.slice(0, 8)
      if (cells.length === 1) cells = [...(cells[0] as string)]
    }
    if (cells.length !== 8 || !cells.every((cell) => /^[01.xX#*@oO·_-]$/.test(cell))) return null
    rows.push(cells.join(''))
  }
  if (rows.length !== 8) return null
  let set = 0n
  rows.forEach((row, index) => [...row].forEach((cell, file) => {
    if (/[1xX#*@oO]/.test(cell)) set |= 1n << BigInt(8 * (7 - index) + file)
  }))
  return set
}

interface Word { kind: 'number' | 'name' | 'sign'; text: string; column: number }

function words(text: string, known: (name: string) => boolean): Word[] {
  const found: Word[] = []
  let at = 0
  while (at < text.length) {
    const rest = text.slice(at)
    const space = /^\s+/.exec(rest)
    if (space !== null) {
      at += space[0].length
      continue
    }
    const number = /^(0x[0-9a-f_]+?|0b[01_]+?|[01]{64}|\d[\d_]*?)(u64|ull|ul|u|ll|l|n)?(?![0-9a-z_])/i.exec(rest)
    let name = /^[a-z][a-z0-9]*(-[a-z0-9]+)*/i.exec(rest)?.[0]
    const sign = /^(<<|>>|[&|^~!()+\-*])/.exec(rest)
    if (number !== null) {
      found.push({ kind: 'number', text: (number[1] as string).replaceAll('_', ''), column: at + 1 })
      at += number[0].length
    } else if (name !== undefined) {
      // `pin-lines` is one name; `A-B` is a difference.
      while (!known(name) && name.includes('-')) name = name.slice(0, name.lastIndexOf('-'))
      found.push({ kind: 'name', text: name, column: at + 1 })
      at += name.length
    } else if (sign !== null) {
      found.push({ kind: 'sign', text: sign[0], column: at + 1 })
      at += sign[0].length
    } else {
      throw new BitsError(at + 1, `"${rest[0]}" has no meaning here`)
    }
  }
  return found
}

/** From the loosest operator to the tightest, as in C. */
const LEVELS: Record<string, (a: bigint, b: bigint) => bigint>[] = [
  { '|': (a, b) => a | b },
  { '^': (a, b) => a ^ b },
  { '&': (a, b) => a & b },
  { '<<': (a, b) => (b > 63n ? 0n : a << b), '>>': (a, b) => (b > 63n ? 0n : a >> b) },
  { '+': (a, b) => a + b, '-': (a, b) => a - b },
  { '*': (a, b) => a * b },
]

/**
 * The squares that a text means. `lookup` answers the names of layers and of other sets. For an unknown name it returns
 * `null` or throws.
 */
export function evaluate(text: string, corner: Corner, lookup: (name: string) => bigint | null): bigint {
  if (text.trim() === '') throw new BitsError(1, 'expected a number, a board of eight lines, or an expression')
  const drawn = picture(text)
  if (drawn !== null) return drawn
  const list = words(text, (name) => name in FUNCTIONS || lookup(name) !== null)
  let next = 0
  const peek = () => list[next]
  const fail = (expected: string): never => {
    const word = peek()
    throw new BitsError(word?.column ?? text.length + 1, `expected ${expected}, found ${word === undefined ? 'the end of the text' : `"${word.text}"`}`)
  }
  const isSign = (sign: string) => peek()?.kind === 'sign' && peek()?.text === sign

  const primary = (): bigint => {
    const word = peek()
    if (word === undefined) return fail('a set')
    if (word.kind === 'number') {
      next++
      const value = BigInt(/^[01]{64}$/.test(word.text) ? `0b${word.text}` : word.text)
      if (value > ALL) throw new BitsError(word.column, 'this number has more than 64 bits')
      return value
    }
    if (word.kind === 'name') {
      next++
      const act = FUNCTIONS[word.text.toLowerCase()]
      if (act !== undefined) {
        if (!isSign('(')) return fail(`"(" after ${word.text}`)
        return relaid(act(relaid(primary(), corner)), corner)
      }
      const square = /^[a-h][1-8]$/.test(word.text) ? 1n << BigInt(8 * (Number(word.text[1]) - 1) + word.text.charCodeAt(0) - 97) : null
      const found = lookup(word.text) ?? square
      if (found === null) throw new BitsError(word.column, `there is no set "${word.text}"`)
      return relaid(found, corner)
    }
    if (isSign('(')) {
      next++
      const inner = binary(0)
      if (!isSign(')')) return fail('")"')
      next++
      return inner
    }
    if (isSign('~') || isSign('!')) {
      next++
      return ALL & ~primary()
    }
    if (isSign('-')) {
      next++
      return cut(-primary())
    }
    return fail('a set')
  }
  const binary = (level: number): bigint => {
    const operators = LEVELS[level]
    if (operators === undefined) return primary()
    let left = binary(level + 1)
    for (let word = peek(); word?.kind === 'sign' && word.text in operators; word = peek()) {
      next++
      left = cut((operators[word.text] as (a: bigint, b: bigint) => bigint)(left, binary(level + 1)))
    }
    return left
  }
  const value = binary(0)
  if (next < list.length) fail('the end of the text or an operator such as &')
  return relaid(cut(value), corner)
}

/** Whether a text is a plain number or board, so that clicking squares may rewrite it. */
export function isPlain(text: string): boolean {
  return text.trim() === '' || picture(text) !== null || /^\s*(0x[\da-f_]+|0b[01_]+|[\d_]+)(u64|ull|ul|u|ll|l|n)?\s*$/i.test(text)
}

export interface Difference {
  name: string
  /** Squares of yours that the other has not, and the other way round. */
  extra: bigint
  missing: bigint
}

export function sizeOf(set: bigint): number {
  return set.toString(2).replaceAll('0', '').length
}

/** A set against named ones: those most like it first. */
export function nearest(set: bigint, named: [string, bigint][]): Difference[] {
  return named
    .map(([name, other]) => ({ name, extra: set & ~other, missing: other & ~set }))
    .sort((a, b) => sizeOf(a.extra) + sizeOf(a.missing) - sizeOf(b.extra) - sizeOf(b.missing))
}
