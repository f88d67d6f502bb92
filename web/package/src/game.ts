import * as wasm from '../wasm/tabiya_web.js'
import { ask, shown, TabiyaError, textOf } from './errors.js'
import { inOrder, SEVEN_TAG_ROSTER, written } from './headers.js'
import { Move, movesBefore } from './move.js'
import { braceless, type NAG, Notes, type PositionNote, type Suffix } from './notes.js'
import { inLines, parts, type PgnOptions } from './pgn-text.js'
import { chess960Fen, DEFAULT_POSITION, Position } from './position.js'
import { Rules } from './rules.js'
import { Known } from './seat.js'
import { letterOf, numberOf, PIECES } from './squares.js'
import type { Color, MoveInput, Piece } from './types.js'

/** A game as PGN holds it. */
export interface PgnRecord {
  headers: [string, string][]
  fen: string
  /** Whether its castling needs Chess960. */
  chess960?: boolean
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

/** What {@link Game.loadPgn} gets from the library. */
interface Loaded extends Omit<PgnRecord, 'comments'> {
  comments: [string, string][]
  marks: [string, Suffix][]
  nags: [string, NAG[]][]
}

export interface LoadOptions {
  /** Take a board that is not a position, such as one without kings. It has no moves. */
  skipValidation?: boolean
  preserveHeaders?: boolean
}

export interface GameOptions {
  /** Castling by the rules of Chess960, written king-takes-rook. Without it, only the rights of standard chess count. */
  chess960?: boolean
  skipValidation?: boolean
}

/** A game: a position, the moves that led to it, headers and comments. The names are those of chess.js. */
export class Game extends Rules {
  private headers: Record<string, string> = {}
  private notes = new Notes()
  /** The FEN of a board that is not a position, while one is being set up. */
  private unfinished: string | null = null

  constructor(fen: string = DEFAULT_POSITION, options: GameOptions = {}) {
    super(textOf(fen, 'a FEN'))
    this.chess960 = options.chess960 ?? false
    this.load(fen, options)
  }

  /** A game of Chess960 from start position number 0 to 959. */
  static chess960(number: number): Game {
    return new Game(chess960Fen(number), { chess960: true })
  }

  protected override get isPosition(): boolean {
    return this.unfinished === null
  }

  protected override get state(): Known {
    return this.known ?? (this.unfinished === null ? this.sit() : this.learn(new Known(-1, this.unfinished)))
  }

  protected override sit(): Known {
    if (this.unfinished === null) return super.sit()
    // The library says what is missing.
    ask(() => wasm.load(0, this.unfinished as string, new Uint16Array(), this.anyCastling))
    throw new TabiyaError({ kind: 'position', message: 'the board is not a position' })
  }

  load(fen: string, { skipValidation = false, preserveHeaders = false }: LoadOptions = {}): void {
    textOf(fen, 'a FEN')
    if (skipValidation) {
      this.replace(ask(() => wasm.boardFen(fen, this.anyCastling)))
    } else {
      const { start, line, unfinished, known } = this
      this.begin(fen)
      try {
        this.sit()
      } catch (error) {
        Object.assign(this, { start, line, unfinished })
        if (known !== undefined) this.learn(known)
        throw error
      }
      this.start = wasm.fen(this.seat, false, 2)
    }
    this.notes.clear()
    if (!preserveHeaders) this.headers = {}
  }

  /** Replaces the board by one that need not be a position. */
  private replace(fen: string): void {
    this.begin(fen)
    try {
      this.sit()
    } catch (error) {
      if (!(error instanceof TabiyaError)) throw error
      this.unfinished = fen
      this.learn(new Known(-1, fen))
    }
  }

  private begin(fen: string): void {
    this.start = fen
    this.line = []
    this.unfinished = null
    this.forget()
  }

  reset(): void {
    this.load(DEFAULT_POSITION)
  }

  /** Takes all pieces off the board. */
  clear({ preserveHeaders = false }: { preserveHeaders?: boolean } = {}): void {
    this.load('8/8/8/8/8/8/8/8 w - - 0 1', { skipValidation: true, preserveHeaders })
  }

  /** The position the game began with. */
  startFen(): string {
    return this.start
  }

  /** The position now, without the past. */
  position(): Position {
    return new Position(wasm.fen(this.seat, false, 2), { chess960: this.chess960 })
  }

  /** Plays a move: SAN, coordinates, an object with `from` and `to`, or the bits of one; `--` and `null` pass. */
  move(move: string | number | MoveInput | null, options: { strict?: boolean } = {}): Move {
    const before = this.state.fen
    let line: string
    try {
      line = this.playLine(move, options.strict ?? false)
    } catch (error) {
      if (!(error instanceof TabiyaError)) throw error
      const { kind, line: _, message, column, repair, reason } = error
      const text = typeof move === 'string' ? move : shown(move)
      const parts = { column, repair, reason } as object
      throw new TabiyaError({ kind: kind === 'argument' ? 'move' : kind, message: `Invalid move: ${text}: ${message}`, ...parts })
    }
    const played = new Move(line.slice(0, -1), before)
    this.line.push(Number.parseInt(line, 10))
    this.learn(new Known((this.known as Known).seat, played.after))
    return played
  }

  private playLine(move: unknown, strict: boolean): string {
    const { seat, chess960 } = this
    if (move === null || move === '--') return ask(() => wasm.play(seat, 0, chess960))
    if (typeof move === 'number') return ask(() => wasm.play(seat, move, chess960))
    if (typeof move === 'string') return ask(() => wasm.playText(seat, move, strict, chess960))
    const { from, to, promotion } = (move ?? {}) as Partial<MoveInput>
    if (typeof from !== 'string' || typeof to !== 'string') {
      const message = 'expected SAN, coordinates, an object with from and to, the bits of a move, or null'
      throw new TabiyaError({ kind: 'argument', message })
    }
    // Users of chess.js pass `promotion: 'q'` with every move.
    const promotes = this.get(from)?.type === 'p' && (to[1] === '1' || to[1] === '8')
    const text = promotes && typeof promotion === 'string' ? from + to + promotion.toLowerCase() : from + to
    return ask(() => wasm.playText(seat, text, false, chess960))
  }

  /** Passes; throws in check. */
  pass(): Move {
    return this.move(null)
  }

  /** Takes the last move back. */
  undo(): Move | null {
    if (this.line.length === 0) return null
    const { seat } = this
    const told = wasm.undo(seat, this.chess960)
    const end = told.indexOf('\n')
    const before = told.slice(0, end)
    this.line.pop()
    this.learn(new Known(seat, before))
    return new Move(told.slice(end + 1, -1), before)
  }

  /** The bits of the moves played; 0 is a null move. */
  historyBits(): number[] {
    return [...this.line]
  }

  history(options: { verbose: true }): Move[]
  history(options?: { verbose?: false }): string[]
  history(options: { verbose?: boolean }): Move[] | string[]
  history(options: { verbose?: boolean } = {}): Move[] | string[] {
    if (this.line.length === 0) return []
    if (!options.verbose) return wasm.historySans(this.seat).split(' ')
    const told = wasm.historyTold(this.seat, this.chess960)
    const end = told.indexOf('\n')
    const moves = movesBefore(told.slice(end + 1), told.slice(0, end), () => true)
    moves.forEach((move, index) => (move.before = moves[index - 1]?.after ?? move.before))
    return moves
  }

  /** How often the position has been on the board, now included. */
  repetitions(): number {
    return wasm.repetitions(this.seat)
  }

  override hash(): string {
    if (this.isPosition) return super.hash()
    // FNV-1a: the library has keys for positions only.
    let hash = 0xcbf2_9ce4_8422_2325n
    for (const letter of this.fen()) hash = BigInt.asUintN(64, (hash ^ BigInt(letter.charCodeAt(0))) * 0x100_0000_01b3n)
    return hash.toString(16).padStart(16, '0')
  }

  /** Puts a piece on a square. The past is forgotten. A second king of a colour is refused. */
  put(piece: Piece, square: string): boolean {
    const letter = PIECES[letterOf(piece)] === undefined ? undefined : letterOf(piece)
    if (letter === undefined || !['w', 'b'].includes(piece.color) || numberOf(square) < 0) return false
    if (piece.type === 'k' && this.findPiece(piece).some((king) => king !== square)) return false
    this.edit(square, letter)
    return true
  }

  /** Takes a piece off. The past is forgotten. */
  remove(square: string): Piece | undefined {
    const piece = this.get(square)
    if (piece !== undefined) this.edit(square, '.')
    return piece
  }

  /** Changes a square. Castling rights and an en passant square that the pieces do not bear out any more fall. */
  private edit(square: string, letter: string): void {
    const letters = [...this.letters()]
    letters[numberOf(square)] = letter
    const [, ...rest] = this.fen({ enPassant: 'always' }).split(' ')
    this.replace(ask(() => wasm.boardFen([boardField(letters), ...rest].join(' '), this.anyCastling)))
  }

  /** Gives the move to a side, by passing where that is needed; throws in check. Says whether anything changed. */
  setTurn(color: Color): boolean {
    if (this.turn() === color) return false
    if (this.isPosition) {
      this.pass()
    } else {
      const [board, , castling, , clock, number] = this.fen().split(' ')
      this.replace(ask(() => wasm.boardFen(`${board} ${color} ${castling} - ${clock} ${number}`, this.anyCastling)))
    }
    return true
  }

  /** Gives or takes castling rights. Says whether the pieces allow what was asked. The past is forgotten. */
  setCastlingRights(color: Color, rights: { k?: boolean; q?: boolean }): boolean {
    const wanted = { w: this.getCastlingRights('w'), b: this.getCastlingRights('b') }
    Object.assign(wanted[color], rights)
    const letters = [wanted.w.k && 'K', wanted.w.q && 'Q', wanted.b.k && 'k', wanted.b.q && 'q'].filter(Boolean).join('')
    const [board, turn, , enPassant, clock, number] = this.fen({ enPassant: 'always' }).split(' ')
    const fen = `${board} ${turn} ${letters === '' ? '-' : letters} ${enPassant} ${clock} ${number}`
    this.replace(ask(() => wasm.boardFen(fen, this.anyCastling)))
    const now = this.getCastlingRights(color)
    return (rights.k ?? now.k) === now.k && (rights.q ?? now.q) === now.q
  }

  /** The tags, the seven of the roster first. `SetUp` and `FEN` follow from the start; an empty board has none. */
  getHeaders(): Record<string, string> {
    const usual = this.start === DEFAULT_POSITION || this.start.startsWith('8/8/8/8/8/8/8/8 ')
    const setUp = usual ? {} : { SetUp: '1', FEN: this.start }
    return inOrder({ ...this.headers, ...setUp })
  }

  /** Sets a tag; `null` takes it away. `SetUp` and `FEN` are what the game begins with, and cannot be set. */
  setHeader(name: string, value: string | null): Record<string, string> {
    if (value === null || value === undefined) delete this.headers[name]
    else this.headers[textOf(name, 'the name of a tag')] = textOf(value, 'the value of a tag')
    return this.getHeaders()
  }

  /** Takes a tag away; those of the roster go back to what stands for the unknown. */
  removeHeader(name: string): boolean {
    const known = Object.hasOwn(this.headers, name)
    delete this.headers[name]
    return known || Object.hasOwn(SEVEN_TAG_ROSTER, name)
  }

  /** Names and values in turn are set; the answer is all tags. chess.js has it for old programs. */
  header(...pairs: string[]): Record<string, string> {
    for (let index = 0; index + 1 < pairs.length; index += 2) this.setHeader(pairs[index] as string, pairs[index + 1] as string)
    return this.getHeaders()
  }

  /** The FENs of the game, from the first position to the present one. */
  private fens(): string[] {
    return this.isPosition ? wasm.fens(this.seat).split('\n') : [this.fen()]
  }

  /** The comment on the present position. */
  getComment(): string | undefined {
    return this.notes.comments[this.fen()]
  }

  setComment(comment: string): void {
    this.notes.comments[this.fen()] = braceless(textOf(comment, 'a comment'))
  }

  removeComment(): string | undefined {
    const comment = this.getComment()
    delete this.notes.comments[this.fen()]
    return comment
  }

  /** As {@link removeComment}. */
  deleteComment(): string | undefined {
    return this.removeComment()
  }

  /** What is said of the positions of the game: comments, marks, glyphs. */
  getComments(): PositionNote[] {
    return this.notes.all(this.fens())
  }

  removeComments(): { fen: string; comment: string }[] {
    this.notes.prune(this.fens())
    const removed = Object.entries(this.notes.comments).map(([fen, comment]) => ({ fen, comment }))
    this.notes.comments = {}
    return removed
  }

  /** As {@link removeComments}. */
  deleteComments(): { fen: string; comment: string }[] {
    return this.removeComments()
  }

  /** The mark of the move that led to a position, such as `!?`. */
  getSuffixAnnotation(fen: string = this.fen()): Suffix | undefined {
    return this.notes.suffixes[fen]
  }

  setSuffixAnnotation(suffix: Suffix, fen: string = this.fen()): void {
    this.notes.setSuffix(fen, suffix)
  }

  removeSuffixAnnotation(fen: string = this.fen()): Suffix | undefined {
    const suffix = this.notes.suffixes[fen]
    delete this.notes.suffixes[fen]
    return suffix
  }

  /** The numeric annotation glyphs of a position. */
  getNags(fen: string = this.fen()): NAG[] {
    return [...(this.notes.nags[fen] ?? [])]
  }

  addNag(nag: NAG, fen: string = this.fen()): void {
    const nags = this.getNags(fen)
    if (!nags.includes(nag)) this.notes.setNags(fen, [...nags, nag])
  }

  setNags(nags: NAG[], fen: string = this.fen()): void {
    this.notes.setNags(fen, nags)
  }

  removeNag(nag: NAG, fen: string = this.fen()): boolean {
    const nags = this.getNags(fen)
    this.notes.setNags(fen, nags.filter((known) => known !== nag))
    return nags.includes(nag)
  }

  removeNags(fen: string = this.fen()): NAG[] {
    const nags = this.getNags(fen)
    delete this.notes.nags[fen]
    return nags
  }

  /** The game as PGN. The result is what the board says, or else the tag. */
  pgn(options: PgnOptions = {}): string {
    const decided = this.isPosition ? wasm.outcome(this.seat) : undefined
    const over = decided === undefined ? undefined : this.isCheckmate() ? (this.turn() === 'w' ? '0-1' : '1-0') : '1/2-1/2'
    const tags = this.getHeaders()
    const result = over ?? tags['Result'] ?? '*'
    const newline = options.newline ?? '\n'
    const head = Object.entries({ ...tags, Result: result }).map((tag) => written(tag) + newline)
    const fens = this.fens()
    const said = fens.map((fen) => {
      const { comment, suffixAnnotation, nags } = this.notes.of(fen)
      const rest = nags.map((nag) => `$${nag}`)
      return { mark: suffixAnnotation ?? '', rest: comment === undefined ? rest : [...rest, `{${braceless(comment)}}`] }
    })
    const [, turn, , , , number] = this.start.split(' ')
    const list = parts({ sans: this.history(), said, number: Number(number), blackBegins: turn === 'b', result })
    return head.join('') + newline + inLines(list, options)
  }

  /**
   * Reads the first game of a PGN; throws at its first mistake and then changes nothing. With `strict`, moves must be
   * spelt as the standard has it, and a `FEN` tag counts only with `[SetUp "1"]`. `newlineChar` is a regular expression.
   */
  loadPgn(text: string, { strict = false, newlineChar }: { strict?: boolean; newlineChar?: string } = {}): void {
    textOf(text, 'a PGN')
    const lines = newlineChar === undefined ? text : text.replace(new RegExp(newlineChar, 'g'), '\n')
    const game = JSON.parse(ask(() => wasm.loadPgn(lines, strict))) as Loaded
    this.take(game)
    for (const [fen, comment] of game.comments) this.notes.comments[fen] = comment
    for (const [fen, mark] of game.marks) this.notes.suffixes[fen] = mark
    for (const [fen, nags] of game.nags) this.notes.nags[fen] = nags
  }

  /** Takes over a game that {@link readPgn} has read. */
  loadRecord(record: PgnRecord): void {
    this.take(record)
    if (record.comments.length === 0) return
    const fens = this.fens()
    for (const [ply, text] of record.comments) {
      const fen = fens[ply] as string
      const before = this.notes.comments[fen]
      this.notes.comments[fen] = before === undefined ? text : `${before} ${text}`
    }
  }

  private take({ fen, moves, headers, chess960, result }: Omit<PgnRecord, 'comments'>): void {
    this.begin(fen)
    this.line = [...moves]
    if (chess960) this.chess960 = true
    this.sit()
    this.notes.clear()
    // The start says itself what it is.
    this.headers = Object.fromEntries(headers.filter(([name]) => !/^(?:fen|setup)$/i.test(name)))
    if (result !== '*') this.headers['Result'] = result
  }
}

/** The board field of a FEN, from 64 letters a1 to h8 with dots for empty squares. */
export function boardField(letters: readonly string[]): string {
  const rank = (n: number) =>
    letters.slice(8 * n, 8 * n + 8).join('').replace(/\.+/g, (dots) => String(dots.length))
  return [7, 6, 5, 4, 3, 2, 1, 0].map(rank).join('/')
}

/** Reads every game of a text, replaying its moves; mistakes stand among the games where they were found. */
export function readPgn(text: string): (PgnRecord | PgnFailure)[] {
  return JSON.parse(wasm.readPgn(textOf(text, 'a PGN'))) as (PgnRecord | PgnFailure)[]
}
