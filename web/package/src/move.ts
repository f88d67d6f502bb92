import * as wasm from '../wasm/tabiya_web.js'
import { SQUARES } from './squares.js'
import type { Color, PieceSymbol, Square } from './types.js'

/** What the upper four bits of a move say. */
const FLAGS = ['n', 'b', 'k', 'q', 'c', 'e', '', '', 'np', 'np', 'np', 'np', 'cp', 'cp', 'cp', 'cp'] as const
const PROMOTIONS = ['n', 'b', 'r', 'q'] as const

/** What a move is asked about that it does not know by itself. */
export interface Surroundings {
  /** The 64 squares before the move. */
  board: string
  before: string
  chess960: boolean
  /** The FEN after a move. */
  after(bits: number): string
}

/** A move in its position. */
export class Move {
  readonly color: Color
  readonly from: Square
  /** Where it ends; for castling the king's target. */
  readonly to: Square
  readonly piece: PieceSymbol
  readonly captured?: PieceSymbol
  readonly promotion?: PieceSymbol
  /** `n` quiet, `b` double push, `c` capture, `e` en passant, `p` promotion, `k` and `q` castling. */
  readonly flags: string
  readonly san: string
  readonly before: string
  /** The sixteen bits: from, to (for castling the rook's square) and kind. */
  readonly bits: number
  readonly #around: Surroundings

  constructor(bits: number, san: string, around: Surroundings) {
    const from = bits & 63
    const to = (bits >> 6) & 63
    const kind = bits >> 12
    const letter = around.board[from] as string
    this.bits = bits
    this.san = san
    this.#around = around
    this.before = around.before
    this.color = letter === letter.toUpperCase() ? 'w' : 'b'
    this.piece = letter.toLowerCase() as PieceSymbol
    this.from = SQUARES[from] as Square
    const castles = kind === 2 || kind === 3
    this.to = SQUARES[castles ? (from & 56) + (kind === 2 ? 6 : 2) : to] as Square
    this.flags = FLAGS[kind] as string
    if (kind === 5) this.captured = 'p'
    else if ((kind & 4) !== 0) this.captured = (around.board[to] as string).toLowerCase() as PieceSymbol
    if (kind >= 8) this.promotion = PROMOTIONS[kind & 3] as PieceSymbol
  }

  /** The FEN after it. */
  get after(): string {
    return this.#around.after(this.bits)
  }

  /** In coordinates; in a Chess960 game castling is king-takes-rook. */
  get lan(): string {
    return wasm.uci(this.bits, this.#around.chess960)
  }

  /** As {@link lan}, by its usual name. */
  get uci(): string {
    return this.lan
  }

  isCapture(): boolean {
    return this.captured !== undefined && !this.isEnPassant()
  }

  isEnPassant(): boolean {
    return this.flags === 'e'
  }

  isPromotion(): boolean {
    return this.promotion !== undefined
  }

  isKingsideCastle(): boolean {
    return this.flags === 'k'
  }

  isQueensideCastle(): boolean {
    return this.flags === 'q'
  }

  isBigPawn(): boolean {
    return this.flags === 'b'
  }

  toJSON(): object {
    const { color, from, to, piece, captured, promotion, flags, san, before, after, lan } = this
    return { color, from, to, piece, captured, promotion, flags, san, lan, before, after }
  }
}
