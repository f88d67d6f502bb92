/** What the state consists of, and what it is at first. */
import { boardField, type Explanation, type Square } from 'tabiya'
import type { Corner, OwnSet } from './bits'
import { KIWIPETE } from './positions'

export { KIWIPETE, START } from './positions'

export const TABS = ['board', 'layers', 'bits', 'moves', 'count', 'learn'] as const
export type Tab = (typeof TABS)[number]

/** A position while it is set up by hand: perhaps not yet a legal one. */
export interface Setup {
  letters: string[]
  turn: 'w' | 'b'
  castling: string
  enPassant: string
}

/** An illegal move that was tried, as it was written, with its reason. */
export type Refused = Explanation & { tried: string }

/** Another program's divides, from the root down to where it goes wrong. */
export interface Compare {
  depth: number
  /** The moves from the root to the present level. */
  walk: string[]
  /** One divide for each level, as text. */
  texts: string[]
  /** The rule that the last comparison named. */
  rule: string | null
}

export interface State {
  start: string
  /** The moves in coordinates; always legal. */
  line: string[]
  /** How many of them are on the board. */
  ply: number
  flipped: boolean
  tab: Tab
  layers: string[]
  /** The square whose slider is looked up. */
  square: Square
  /** `e2e4`, or one square for a ring. */
  arrows: string[]
  /** The stop of the tour, and the step of its picture. */
  stop: number
  step: number
  refused: Refused | null
  /** A move that is pointed at. */
  shown: string | null
  /** A layer that is pointed at: the board shows it alone. */
  isolated: string | null
  /** Whether what is dragged or chosen on the board becomes an arrow. */
  drawing: boolean
  setup: Setup | null
  /** What a press on the board does during set-up: move a piece, erase it, or put this letter down. */
  brush: string
  /** The kind of moves listed, and the depth to count. */
  kind: string
  depth: number
  /** Sets of squares typed or clicked by the user, and which of them the board's clicks change. */
  bits: OwnSet[]
  corner: Corner
  editing: string | null
  /** `A:pinned`: one of the user's sets and the layer it is held against. */
  against: string | null
  compare: Compare | null
  /** What was wrong with the link, and the FEN in it that could not be read. */
  notice: string | null
  badFen: string | null
  /** Whether the position comes from typing: then the address is replaced and the browser's history does not grow. */
  typed: boolean
}

export const EMPTY: State = {
  start: KIWIPETE, line: [], ply: 0, flipped: false, tab: 'board', layers: ['king-danger'], square: 'd4', arrows: [], stop: 0,
  step: 0, refused: null, shown: null, isolated: null, drawing: false, setup: null, brush: 'hand', kind: 'legal', depth: 4,
  bits: [], corner: 'a1', editing: null, against: null, compare: null, notice: null, badFen: null, typed: false,
}

/** The FEN of a position being set up. */
export function setupFen({ letters, turn, castling, enPassant }: Setup): string {
  return `${boardField(letters)} ${turn} ${castling === '' ? '-' : castling} ${enPassant} 0 1`
}
