import * as wasm from '../wasm/tabiya_web.js'
import { ask, shown, TabiyaError, textOf } from './errors.js'
import { type Move, movesBefore } from './move.js'
import { Seated } from './seat.js'
import { letterOf, numberOf, squareIndex, SQUARES, SQUARES_BY_NUMBER, squaresOf, squaresOfHalf } from './squares.js'
import type { Color, Piece, PieceSymbol, Square } from './types.js'

const FLAG = {
  check: 1, checkmate: 2, stalemate: 4, insufficient: 8, fifty: 16, threefold: 32, fivefold: 64, seventyFive: 128, dead: 256,
  black: 512,
}
const GAME_OVER = FLAG.checkmate | FLAG.stalemate | FLAG.insufficient | FLAG.fifty | FLAG.threefold
/** What the library takes for the moves from every square. */
const EVERY_SQUARE = 64
const EN_PASSANT = ['legal', 'adjacent', 'always']

/** How a FEN is written. */
export interface FenOptions {
  /** The files of the rooks instead of `KQkq`. */
  shredder?: boolean
  /** When the square behind a double push is written. */
  enPassant?: 'legal' | 'adjacent' | 'always'
  /** As `enPassant: 'always'`, by the name of chess.js. */
  forceEnpassantSquare?: boolean
}

/** Which moves to list. */
export interface MovesOptions {
  verbose?: boolean
  square?: string
  piece?: string
}

/** What the rules say of a position, with or without a past. */
export abstract class Rules extends Seated {
  /** Whether castling is written king-takes-rook in coordinates, and may begin on any square. */
  chess960 = false

  protected override get anyCastling(): boolean {
    return this.chess960
  }

  /** Whether this is a position. A {@link Game} may hold a board that is still being set up. */
  protected get isPosition(): boolean {
    return true
  }

  protected is(flags: number): boolean {
    if (!this.isPosition) return false
    const { seat, state } = this
    if (state.status < 0) state.status = wasm.status(seat)
    return (state.status & flags) !== 0
  }

  /** The FEN. */
  fen(style?: FenOptions): string {
    const { state } = this
    if (style === undefined) return state.fen
    const custom = EN_PASSANT.indexOf(style.enPassant ?? (style.forceEnpassantSquare ? 'always' : 'legal'))
    if (custom < 0) {
      const message = `there is no en passant style ${shown(style.enPassant)}; expected legal, adjacent or always`
      throw new TabiyaError({ kind: 'argument', message })
    }
    if ((custom === 0 && !style.shredder) || !this.isPosition) return state.fen
    return wasm.fen(this.seat, style.shredder ?? false, custom)
  }

  turn(): Color {
    return (this.known ?? this.state).turn
  }

  moveNumber(): number {
    const { fen } = this.state
    return Number(fen.slice(fen.lastIndexOf(' ') + 1))
  }

  isCheck(): boolean {
    return this.isPosition && wasm.isCheck(this.seat)
  }

  inCheck(): boolean {
    return this.isCheck()
  }

  isCheckmate(): boolean {
    return this.is(FLAG.checkmate)
  }

  isStalemate(): boolean {
    return this.is(FLAG.stalemate)
  }

  isInsufficientMaterial(): boolean {
    return this.is(FLAG.insufficient)
  }

  isDrawByFiftyMoves(): boolean {
    return this.is(FLAG.fifty)
  }

  isThreefoldRepetition(): boolean {
    return this.is(FLAG.threefold)
  }

  /** A draw, claimed or not: stalemate, insufficient material, fifty moves, threefold repetition. */
  isDraw(): boolean {
    return this.is(GAME_OVER & ~FLAG.checkmate)
  }

  isGameOver(): boolean {
    return this.is(GAME_OVER)
  }

  /** How the game has ended by the rules alone, without a claim by a player. */
  outcome(): string | null {
    return wasm.outcome(this.seat) ?? null
  }

  /** What stands on a square; `undefined` for a text that is not a square. */
  get(square: string): Piece | undefined {
    const index = numberOf(square)
    return index < 0 ? undefined : (this.known?.pieces ?? this.pieces)[index]
  }

  /** The ranks from the eighth to the first, each from a to h. */
  board(): ({ square: Square; type: PieceSymbol; color: Color } | null)[][] {
    const { pieces } = this
    const cell = (index: number) => {
      const piece = pieces[index]
      return piece === undefined ? null : { square: SQUARES_BY_NUMBER[index] as Square, type: piece.type, color: piece.color }
    }
    const ranks: ({ square: Square; type: PieceSymbol; color: Color } | null)[][] = []
    for (let a = 56; a >= 0; a -= 8) {
      // Written out, an array has its length from the beginning.
      ranks.push([cell(a), cell(a + 1), cell(a + 2), cell(a + 3), cell(a + 4), cell(a + 5), cell(a + 6), cell(a + 7)])
    }
    return ranks
  }

  /** The 64 squares from a1 to h8 as letters, a dot for an empty one. */
  letters(): string {
    return this.pieces.map(letterOf).join('')
  }

  /** The squares of a kind of piece, from a8 on. */
  findPiece(piece: Piece): Square[] {
    const { pieces } = this
    const { type, color } = piece
    const found: Square[] = []
    for (let index = 0; index < 64; index++) {
      const here = pieces[index ^ 56]
      if (here !== undefined && here.type === type && here.color === color) found.push(SQUARES[index] as Square)
    }
    return found
  }

  /** The colour of a square; `null` for a text that is not a square. */
  squareColor(square: string): 'light' | 'dark' | null {
    const index = numberOf(square)
    if (index < 0) return null
    return (index + (index >> 3)) % 2 === 0 ? 'dark' : 'light'
  }

  /** The board as text. */
  ascii(): string {
    const { fen } = this.state
    const edge = '   +------------------------+\n'
    let rank = 8
    let text = `${edge} 8 |`
    for (let index = 0; ; index++) {
      const letter = fen[index] as string
      if (letter === ' ') return `${text}|\n${edge}     a  b  c  d  e  f  g  h`
      if (letter === '/') text += `|\n ${--rank} |`
      else if (letter < '9') text += ' . '.repeat(Number(letter))
      else text += ` ${letter} `
    }
  }

  /** The legal moves as sixteen bits each: the fastest list there is. */
  legalMoves(): Uint16Array {
    return wasm.legal(this.seat)
  }

  /** How many legal moves there are. */
  countLegalMoves(): number {
    return wasm.countLegal(this.seat)
  }

  /** The legal moves: as SAN, or with `verbose` as objects. A board that is not a position has none. */
  moves(options: MovesOptions & { verbose: true }): Move[]
  moves(options?: MovesOptions & { verbose?: false }): string[]
  moves(options: MovesOptions): Move[] | string[]
  moves(options: MovesOptions = {}): Move[] | string[] {
    if (!this.isPosition) return []
    const { seat } = this
    const { square, piece, verbose } = options
    const from = square === undefined ? EVERY_SQUARE : numberOf(square)
    // chess.js answers a square that does not exist with no moves.
    if (from < 0) return []
    const type = piece?.toLowerCase()
    const { pieces } = this
    const wanted = (bits: number) => type === undefined || pieces[bits & 63]?.type === type
    if (verbose) return movesBefore(wasm.legalTold(seat, from, this.chess960), this.state.fen, wanted)
    const text = wasm.sans(seat, from)
    const sans = text === '' ? [] : text.split(' ')
    if (type === undefined) return sans
    const bits = wasm.legal(seat).filter((move) => from === EVERY_SQUARE || (move & 63) === from)
    return sans.filter((_, index) => wanted(bits[index] as number))
  }

  /** Whether a legal move from one square to another promotes a pawn. */
  isPromotion({ from, to }: { from: string; to: string }): boolean {
    if (!this.isPosition) return false
    const origin = numberOf(from)
    const target = numberOf(to)
    return this.legalMoves().some((bits) => (bits & 63) === origin && ((bits >> 6) & 63) === target && bits >> 12 >= 8)
  }

  /** The legal moves in coordinates. */
  ucis(): string[] {
    const text = wasm.ucis(this.seat, this.chess960)
    return text === '' ? [] : text.split(' ')
  }

  /** The SAN of a legal move given as bits. */
  san(bits: number): string {
    return ask(() => wasm.san(this.seat, bits))
  }

  /** Reads a move, in SAN or coordinates, without playing it: its bits. */
  parse(text: string, options: { strict?: boolean } = {}): number {
    return ask(() => wasm.read(this.seat, textOf(text, 'a move'), options.strict ?? false))
  }

  /** The pieces of a side that attack a square; of the side to move without a colour. */
  attackers(square: string, by: Color = this.turn()): Square[] {
    const target = squareIndex(square)
    if (!this.isPosition) return this.attackersOnBoard(target, by)
    const { seat } = this
    const black = by === 'b'
    const list = squaresOfHalf(wasm.attackersHalf(seat, target, black, false), 0, [])
    return squaresOfHalf(wasm.attackersHalf(seat, target, black, true), 32, list)
  }

  /** The same on a board that is still being set up. */
  private attackersOnBoard(target: number, by: Color): Square[] {
    const field = this.state.fen.slice(0, this.state.fen.indexOf(' '))
    const all = BigInt.asUintN(64, ask(() => wasm.attackers(field, target)))
    const { pieces } = this
    return squaresOf(all).filter((attacker) => pieces[numberOf(attacker)]?.color === by)
  }

  isAttacked(square: string, by: Color): boolean {
    if (!this.isPosition) return this.attackers(square, by).length > 0
    return wasm.isAttacked(this.seat, squareIndex(square), by === 'b')
  }

  givesCheck(move: string | number): boolean {
    const bits = typeof move === 'number' ? move : this.parse(move)
    return ask(() => wasm.givesCheck(this.seat, bits))
  }

  getCastlingRights(color: Color): { k: boolean; q: boolean } {
    if (this.chess960 && this.isPosition) return this.wingsOfRooks(color)
    const state = this.known ?? this.state
    if (state.castling < 0) {
      const field = state.fen.split(' ')[2] as string
      state.castling = [...'KQkq'].reduce((bits, letter, index) => bits | (field.includes(letter) ? 1 << index : 0), 0)
    }
    const bits = color === 'w' ? state.castling : state.castling >> 2
    return { k: (bits & 1) !== 0, q: (bits & 2) !== 0 }
  }

  /** The same where rooks may stand anywhere: by the files of those that may castle. */
  private wingsOfRooks(color: Color): { k: boolean; q: boolean } {
    const letters = [...(wasm.fen(this.seat, true, 0).split(' ')[2] as string)].filter((letter) => letter !== '-')
    const files = letters.filter((letter) => (letter < 'a') === (color === 'w')).map((letter) => letter.toLowerCase())
    const king = (this.findPiece({ color, type: 'k' })[0] as string)[0] as string
    return { k: files.some((file) => file > king), q: files.some((file) => file < king) }
  }

  /** The hash key: equal where the same side has the same moves with the same pieces. */
  key(): bigint {
    return BigInt.asUintN(64, wasm.key(this.seat))
  }

  /** The key as text, as chess.js has it (the numbers differ). */
  hash(): string {
    return this.key().toString(16).padStart(16, '0')
  }
}
