import * as wasm from '../wasm/tabiya_web.js'
import { ask, TabiyaError } from './errors.js'
import { Move } from './move.js'
import { chess960Fen, DEFAULT_POSITION, Position } from './position.js'
import { Questions } from './questions.js'
import { squareIndex } from './squares.js'
import type { Color, MoveInput, Piece } from './types.js'

/** A game as PGN holds it. */
export interface PgnRecord {
  headers: [string, string][]
  fen: string
  /** The main line as sixteen bits each; 0 is a null move. */
  moves: number[]
  /** The comments of the main line, each with the number of half moves before it. */
  comments: [number, string][]
  result: '1-0' | '0-1' | '1/2-1/2' | '*'
}

/** A game of a file that could not be read. */
export interface PgnFailure {
  error: { line: number; column: number; message: string }
}

/** A game: a position, the moves that led to it, headers and comments. The names are those of chess.js. */
export class Game extends Questions {
  #headers = new Map<string, string>()
  #comments = new Map<number, string>()

  constructor(fen: string = DEFAULT_POSITION, options: { chess960?: boolean } = {}) {
    super(fen, [], options.chess960 ?? false)
    this.sit()
  }

  /** A game of Chess960 from start position number 0 to 959. */
  static chess960(number: number): Game {
    return new Game(chess960Fen(number), { chess960: true })
  }

  load(fen: string): void {
    const before = { start: this.start, line: this.line }
    this.start = fen
    this.line = []
    try {
      this.sit()
    } catch (error) {
      Object.assign(this, before)
      this.sit()
      throw error
    }
    this.#headers.clear()
    this.#comments.clear()
  }

  reset(): void {
    this.load(DEFAULT_POSITION)
  }

  /** The position the game began with. */
  startFen(): string {
    return this.start
  }

  /** The position now, without the past. */
  position(): Position {
    return new Position(this.fen({ enPassant: 'always' }), { chess960: this.chess960 })
  }

  /** Plays a move: SAN, coordinates, an object with `from` and `to`, or the bits of one. */
  move(move: string | number | MoveInput, options: { strict?: boolean } = {}): Move {
    const seat = this.seat
    const board = wasm.board(seat)
    const around = this.around(board)
    let text = typeof move === 'object' ? move.from + move.to + (move.promotion ?? '') : move
    if (typeof move === 'object' && move.promotion !== undefined && !this.#promotes(board, move)) {
      // chess.js users pass `promotion: 'q'` with every move.
      text = move.from + move.to
    }
    const bits = typeof text === 'number' ? text : ask(() => wasm.read(seat, text as string, options.strict ?? false))
    const san = ask(() => wasm.san(seat, bits))
    ask(() => wasm.playBits(seat, bits))
    this.line.push(bits)
    return new Move(bits, san, around)
  }

  #promotes(board: string, { from, to }: MoveInput): boolean {
    return board[squareIndex(from)]?.toLowerCase() === 'p' && (to[1] === '1' || to[1] === '8')
  }

  /** Passes; throws in check. */
  pass(): void {
    ask(() => wasm.playBits(this.seat, 0))
    this.line.push(0)
  }

  /** Takes the last move back. */
  undo(): Move | null {
    const seat = this.seat
    const bits = this.line.at(-1)
    if (bits === undefined) return null
    wasm.undo(seat)
    this.line.pop()
    this.#comments.delete(this.line.length + 1)
    return bits === 0 ? null : new Move(bits, wasm.san(seat, bits), this.around(wasm.board(seat)))
  }

  /** The bits of the moves played; 0 is a null move. */
  historyBits(): number[] {
    return [...this.line]
  }

  history(options: { verbose: true }): Move[]
  history(options?: { verbose?: false }): string[]
  history(options: { verbose?: boolean } = {}): Move[] | string[] {
    const replay = new Game(this.start, { chess960: this.chess960 })
    const moves: Move[] = []
    const sans: string[] = []
    for (const bits of this.line) {
      if (bits === 0) {
        replay.pass()
        sans.push('--')
      } else if (options.verbose) {
        moves.push(replay.move(bits))
      } else {
        const seat = replay.seat
        sans.push(wasm.san(seat, bits))
        wasm.playBits(seat, bits)
        replay.line.push(bits)
      }
    }
    return options.verbose ? moves : sans
  }

  /** How often the position has been on the board, now included. */
  repetitions(): number {
    return wasm.repetitions(this.seat)
  }

  /** Puts a piece on a square, if the result is a position. The past is forgotten. */
  put(piece: Piece, square: string): boolean {
    const letter = piece.color === 'w' ? piece.type.toUpperCase() : piece.type
    return this.#edit(square, letter)
  }

  /** Takes a piece off, if the result is a position. The past is forgotten. */
  remove(square: string): Piece | undefined {
    const piece = this.get(square)
    return piece !== undefined && this.#edit(square, '.') ? piece : undefined
  }

  #edit(square: string, letter: string): boolean {
    const letters = [...this.letters()]
    letters[squareIndex(square)] = letter
    const [, turn, castling, , clock, number] = this.fen().split(' ')
    try {
      this.load(`${boardField(letters)} ${turn} ${castling} - ${clock} ${number}`)
      return true
    } catch (error) {
      if (error instanceof TabiyaError) return false
      throw error
    }
  }

  getCastlingRights(color: Color): { k: boolean; q: boolean } {
    const rooks = this.layer('castling-rooks') & this.layer(color === 'w' ? 'white' : 'black')
    const king = this.findPiece({ color, type: 'k' })[0] as string
    const file = squareIndex(king) % 8
    const has = (test: (rook: number) => boolean) =>
      Array.from({ length: 64 }, (_, index) => index).some((index) => (rooks >> BigInt(index)) & 1n && test(index % 8))
    return { k: has((rook) => rook > file), q: has((rook) => rook < file) }
  }

  getHeaders(): Record<string, string> {
    return Object.fromEntries(this.#headers)
  }

  setHeader(name: string, value: string): Record<string, string> {
    this.#headers.set(name, value)
    return this.getHeaders()
  }

  removeHeader(name: string): boolean {
    return this.#headers.delete(name)
  }

  /** The comment at the present position. */
  getComment(): string | undefined {
    return this.#comments.get(this.line.length)
  }

  setComment(comment: string): void {
    this.#comments.set(this.line.length, comment)
  }

  removeComment(): string | undefined {
    const comment = this.getComment()
    this.#comments.delete(this.line.length)
    return comment
  }

  /** The game as PGN. */
  pgn(): string {
    const comments = [...this.#comments].flatMap(([ply, text]) => [String(ply), text])
    return ask(() => wasm.writePgn(this.seat, [...this.#headers].flat(), comments))
  }

  /** Reads the first game of a PGN; throws at its first mistake and then changes nothing. */
  loadPgn(text: string): void {
    this.loadRecord(JSON.parse(ask(() => wasm.readOnePgn(text))) as PgnRecord)
  }

  /** Takes over a game that {@link readPgn} has read. */
  loadRecord(record: PgnRecord): void {
    this.start = record.fen
    this.line = [...record.moves]
    this.sit()
    this.#headers = new Map(record.headers)
    this.#comments = new Map()
    for (const [ply, text] of record.comments) {
      const before = this.#comments.get(ply)
      this.#comments.set(ply, before === undefined ? text : `${before} ${text}`)
    }
  }
}

/** The board field of a FEN, from 64 letters a1 to h8 with dots for nothing. */
export function boardField(letters: readonly string[]): string {
  const rank = (n: number) =>
    letters.slice(8 * n, 8 * n + 8).join('').replace(/\.+/g, (dots) => String(dots.length))
  return [7, 6, 5, 4, 3, 2, 1, 0].map(rank).join('/')
}

/** Reads every game of a text, replaying its moves; mistakes stand among the games where they were found. */
export function readPgn(text: string): (PgnRecord | PgnFailure)[] {
  return JSON.parse(wasm.readPgn(text)) as (PgnRecord | PgnFailure)[]
}
