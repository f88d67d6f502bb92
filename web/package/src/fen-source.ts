import { shown, TabiyaError } from './errors.js'

/** A FEN, or anything that has one: a `Position` or a `Game` of any entry of the package. */
export type FenSource = string | { fen(style?: { enPassant?: 'always' }): string; readonly chess960?: boolean }

/** The FEN, with the square of every double push. */
export function fenOf(from: FenSource): string {
  if (typeof from === 'string') return from
  if (typeof from?.fen === 'function') return from.fen({ enPassant: 'always' })
  throw new TabiyaError({ kind: 'argument', message: `expected a FEN, a Position or a Game, found ${shown(from)}` })
}
