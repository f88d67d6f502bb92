interface Failure {
  message: string
  kind: ErrorKind
  line: number | null
  column: number | null
  repair: string | null
  reason: string | null
}

/** `table`: an endgame table that is missing or damaged. */
export type ErrorKind = 'fen' | 'position' | 'move' | 'pgn' | 'argument' | 'table'

/** Bad input. The message says what is wrong; the rest says where, and what was probably meant. */
export class TabiyaError extends Error {
  /** What kind of input it is about. */
  readonly kind: ErrorKind
  /** The line, from 1, where the input has lines. */
  readonly line?: number
  /** The column, from 1. */
  readonly column?: number
  /** The whole text as it was probably meant. */
  readonly repair?: string
  /** The short name of the rule that a move breaks, such as `pinned`. */
  readonly reason?: string

  constructor(failure: Pick<Failure, 'message' | 'kind'> & Partial<Failure>) {
    super(failure.message)
    this.name = 'TabiyaError'
    this.kind = failure.kind
    if (failure.line != null) this.line = failure.line
    if (failure.column != null) this.column = failure.column
    if (failure.repair != null) this.repair = failure.repair
    if (failure.reason != null) this.reason = failure.reason
  }
}

/** Asks the library; what it throws across the border is a failure as JSON. */
export function ask<T>(question: () => T): T {
  try {
    return question()
  } catch (thrown) {
    if (typeof thrown === 'string') throw new TabiyaError(JSON.parse(thrown) as Failure)
    throw thrown
  }
}

/** A text that a caller gave. JavaScript does not check types, and the border would speak of its own machinery. */
export function textOf(value: unknown, what: string): string {
  if (typeof value === 'string') return value
  throw new TabiyaError({ kind: 'argument', message: `expected ${what} as a string, found ${shown(value)}` })
}

/** A whole number that a caller gave. */
export function wholeOf(value: unknown, what: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32) return value
  throw new TabiyaError({ kind: 'argument', message: `expected ${what} as a whole number from 0, found ${shown(value)}` })
}

/** A value as a message shows it. */
export function shown(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'string' || typeof value === 'object') return JSON.stringify(value) ?? String(value)
  return String(value)
}
