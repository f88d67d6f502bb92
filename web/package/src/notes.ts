/** Comments, marks and glyphs. As in chess.js they belong to a position, known by its FEN. */
import { shown, TabiyaError } from './errors.js'

/** The marks that may stand behind a move. */
export const SUFFIX_LIST = ['!', '?', '!!', '!?', '?!', '??'] as const
export type Suffix = (typeof SUFFIX_LIST)[number]

/** A numeric annotation glyph: 1 is `!`, 14 is `⩲`. */
export type NAG = number

/** Symbols in print for the numeric annotation glyphs that have one. */
export const NAG_TO_SYMBOL: Readonly<Record<NAG, string>> = Object.freeze({
  7: '□', 10: '=', 13: '∞', 14: '⩲', 15: '⩱', 16: '±', 17: '∓', 18: '+−', 19: '-+', 22: '⨀', 32: '↑↑', 36: '↑', 40: '→',
  44: '=∞', 132: '⇆', 138: '⊕', 140: '∆', 146: 'N',
})

/** The symbol of a numeric annotation glyph, if it has one. */
export function nagToGlyph(nag: NAG): string | undefined {
  return NAG_TO_SYMBOL[nag]
}

/** What is said of a position. */
export interface PositionNote {
  fen: string
  comment?: string
  suffixAnnotation?: string
  nags: NAG[]
}

/** All that is said of the positions of a game, by their FENs. */
export class Notes {
  comments: Record<string, string> = {}
  suffixes: Record<string, Suffix> = {}
  nags: Record<string, NAG[]> = {}

  clear(): void {
    this.comments = {}
    this.suffixes = {}
    this.nags = {}
  }

  /** Forgets the comments on positions that are not in the game any more. */
  prune(fens: string[]): void {
    const kept: Record<string, string> = {}
    for (const fen of fens) if (Object.hasOwn(this.comments, fen)) kept[fen] = this.comments[fen] as string
    this.comments = kept
  }

  /** What is said of every position, in the order of the game. */
  all(fens: string[]): PositionNote[] {
    this.prune(fens)
    const known = new Set([...fens, ...Object.keys(this.suffixes), ...Object.keys(this.nags)])
    return [...known].map((fen) => this.of(fen)).filter((note) => Object.keys(note).length > 2 || note.nags.length > 0)
  }

  of(fen: string): PositionNote {
    const [comment, suffixAnnotation] = [this.comments[fen], this.suffixes[fen]]
    return {
      fen,
      ...(comment !== undefined && { comment }),
      ...(suffixAnnotation !== undefined && { suffixAnnotation }),
      nags: this.nags[fen] ?? [],
    }
  }

  setSuffix(fen: string, suffix: Suffix): void {
    if (!SUFFIX_LIST.includes(suffix)) {
      throw new TabiyaError({ kind: 'argument', message: `Invalid suffix: ${shown(suffix)}; expected ${SUFFIX_LIST.join(' ')}` })
    }
    this.suffixes[fen] = suffix
  }

  setNags(fen: string, nags: NAG[]): void {
    for (const nag of nags) {
      if (!Number.isInteger(nag) || nag < 0 || nag > 255) {
        throw new TabiyaError({ kind: 'argument', message: `${shown(nag)} is not a glyph; expected a number from 0 to 255` })
      }
    }
    if (nags.length === 0) delete this.nags[fen]
    else this.nags[fen] = [...nags]
  }
}

/** A comment as PGN can hold it: braces would end it early. */
export function braceless(comment: string): string {
  return comment.replaceAll('{', '[').replaceAll('}', ']')
}
