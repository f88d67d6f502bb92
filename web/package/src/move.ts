import { SQUARES_BY_NUMBER, PIECES, piecesOf } from './squares.js'
import type { Color, PieceSymbol, Square } from './types.js'

/** What the upper four bits of a move say. */
const FLAGS = ['n', 'b', 'k', 'q', 'c', 'e', '', '', 'np', 'np', 'np', 'np', 'cp', 'cp', 'cp', 'cp'] as const
const PROMOTIONS = ['n', 'b', 'r', 'q'] as const

/** A move in its position. All it says is in plain properties, so that copies of it say the same. */
export class Move {
  color: Color
  from: Square
  /** Where it ends; for castling the king's target. */
  to: Square
  piece: PieceSymbol
  captured?: PieceSymbol
  promotion?: PieceSymbol
  /** `n` quiet, `b` double push, `c` capture, `e` en passant, `p` promotion, `k` and `q` castling, `-` null move. */
  flags: string
  san: string
  /** In coordinates; in a Chess960 game castling is king-takes-rook. */
  lan: string
  /** The FEN before it. */
  before: string
  /** The FEN after it. */
  after: string

  /** Reads the line of a move as the library tells it. */
  constructor(line: string, before: string) {
    const [number, letter, captured, san, lan, after] = line.split('\t') as [string, string, string, string, string, string]
    const bits = Number(number)
    const { color, type } = PIECES[letter] as { color: Color; type: PieceSymbol }
    const from = bits & 63
    const kind = bits >> 12
    this.color = color
    this.piece = type
    if (bits === 0) {
      // A null move stays where the king is.
      const king = piecesOf(before).findIndex((piece) => piece?.color === color && piece.type === 'k')
      this.from = this.to = SQUARES_BY_NUMBER[king] as Square
      this.flags = '-'
    } else {
      this.from = SQUARES_BY_NUMBER[from] as Square
      const castles = kind === 2 || kind === 3
      this.to = SQUARES_BY_NUMBER[castles ? (from & 56) + (kind === 2 ? 6 : 2) : (bits >> 6) & 63] as Square
      this.flags = FLAGS[kind] as string
    }
    this.san = san
    this.lan = lan
    this.before = before
    this.after = after
    if (captured !== '.') this.captured = captured.toLowerCase() as PieceSymbol
    if (kind >= 8) this.promotion = PROMOTIONS[kind & 3] as PieceSymbol
  }

  /**
   * The sixteen bits: from, to (for castling the rook's square) and kind. Not a property of its own: the other
   * properties say it all, and are exactly those of chess.js.
   */
  get bits(): number {
    if (this.flags === '-') return 0
    const from = SQUARES_BY_NUMBER.indexOf(this.from)
    const to = this.flags === 'k' || this.flags === 'q' ? this.rookOfCastling(from) : SQUARES_BY_NUMBER.indexOf(this.to)
    const kind =
      this.promotion !== undefined
        ? (this.captured === undefined ? 8 : 12) + PROMOTIONS.indexOf(this.promotion as (typeof PROMOTIONS)[number])
        : FLAGS.indexOf(this.flags as (typeof FLAGS)[number])
    return from | (to << 6) | (kind << 12)
  }

  /** The square of the rook that castles: written in coordinates in a Chess960 game, in the corner in another one. */
  private rookOfCastling(king: number): number {
    const written = SQUARES_BY_NUMBER.indexOf(this.lan.slice(2, 4) as Square)
    const piece = piecesOf(this.before)[written]
    if (piece?.type === 'r' && piece.color === this.color) return written
    return (king & 56) + (this.flags === 'k' ? 7 : 0)
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

  isNullMove(): boolean {
    return this.flags === '-'
  }
}

/** The moves of lines that the library tells, all from one position. */
export function movesBefore(lines: string, before: string, wanted: (bits: number) => boolean): Move[] {
  const list: Move[] = []
  let start = 0
  for (let end = lines.indexOf('\n'); end >= 0; end = lines.indexOf('\n', start)) {
    const line = lines.slice(start, end)
    if (wanted(Number.parseInt(line, 10))) list.push(new Move(line, before))
    start = end + 1
  }
  return list
}
