/** The words of the package. */

export type Color = 'w' | 'b'
export type PieceSymbol = 'p' | 'n' | 'b' | 'r' | 'q' | 'k'
type File = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h'
type Rank = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8'
export type Square = `${File}${Rank}`

export const WHITE = 'w'
export const BLACK = 'b'
export const PAWN = 'p'
export const KNIGHT = 'n'
export const BISHOP = 'b'
export const ROOK = 'r'
export const QUEEN = 'q'
export const KING = 'k'

export interface Piece {
  color: Color
  type: PieceSymbol
}

type LegalKind = 'legal' | 'captures' | 'quiets' | 'quiet-checks' | 'evasions' | 'non-evasions'

/** Which moves to list. They are legal; `pseudo-legal` asks for the same moves without regard to the safety of the king. */
export type Kind = LegalKind | 'pseudo-legal' | `pseudo-legal-${Exclude<LegalKind, 'legal'>}`

/** A move without a position: what `move()` also takes. */
export interface MoveInput {
  from: string
  to: string
  promotion?: string
}

/** Why a move is legal, or not. */
export interface Explanation {
  /** The move in coordinates, castling as king-takes-rook. */
  uci: string
  /** Empty, like `uci`, for a description that fits no piece. */
  from: Square | ''
  to: Square | ''
  legal: boolean
  /** The sentence. */
  text: string
  /** The short name of the reason against it, such as `pinned`. */
  reason: string | null
  /** The squares the reason speaks of. */
  squares: Square[]
  /** The squares of the line to a king, where the reason is about one. */
  line: Square[]
}

/** A mistake in a FEN. */
export interface FenMistake {
  /** From 1. */
  column: number
  /** How many characters it is about; 0 where something is missing. */
  length: number
  message: string
  squares: Square[]
  repair: string | null
}

/** What a text that should be a FEN turned out to be. */
export interface FenReading {
  mistakes: FenMistake[]
  /** The FEN, if the text is a position or becomes one by the repairs. */
  fen: string | null
}

/** How a slider finds its attacks by magic bitboards and by PEXT. */
export interface SliderSteps {
  role: 'rook' | 'bishop'
  /** The squares whose occupancy matters. */
  relevant: bigint
  /** Those of them that are occupied. */
  blockers: bigint
  magic: bigint
  /** Blockers times magic, in 64 bits. */
  product: bigint
  shift: number
  magicIndex: number
  pextIndex: number
  /** Entries of this square's part of the table. */
  entries: number
  attacks: bigint
}

/** A move as the staged picker hands it out. */
export interface PickedMove {
  bits: number
  san: string
  uci: string
  stage: string
  /** What the exchange on its target wins or loses, in centipawns. */
  see: number
}

/** A picture of a board. */
export interface SvgOptions {
  flipped?: boolean
  coordinates?: boolean
  dark?: boolean
  size?: number
  /** `e2e4`, or with a colour `Re2e4` (G, R, Y, B); one square alone is a ring. */
  arrows?: string[]
  squares?: string[]
  lastMove?: string
}

/** Leaves by what their last move was. */
export interface Statistics {
  nodes: bigint
  captures: bigint
  enPassant: bigint
  castles: bigint
  promotions: bigint
  checks: bigint
  discoveredChecks: bigint
  doubleChecks: bigint
  checkmates: bigint
}

/** The leaves below one first move. */
export interface Branch {
  uci: string
  bits: number
  nodes: bigint
}

/** A rule that a generator broke. */
export interface BrokenRule {
  name: string
  text: string
}

/** One move of a comparison of two divides. */
export interface ComparedMove {
  uci: string
  state: 'same' | 'count' | 'missing' | 'extra' | 'twice'
  theirs: bigint | null
  ours: bigint | null
  rule: BrokenRule | null
  why: Explanation | null
}

/** Another program's divide held against the true one. */
export interface Comparison {
  agrees: boolean
  /** Whether moves themselves are wrong in this position, so that there is no need to go deeper. */
  found: boolean
  theirs: bigint
  ours: bigint
  /** Those that differ first. */
  moves: ComparedMove[]
  /** The most telling first. */
  rules: BrokenRule[]
  /** The FEN to give the other program. */
  fen: string
}
