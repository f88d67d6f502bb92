/**
 * The library has a fixed number of seats for games and no pointers to free. A game takes a seat to ask a question; a game
 * that has lost its seat to another one is loaded again from its start and its moves.
 */
import * as wasm from '../wasm/tabiya_web.js'
import { ask } from './errors.js'
import { blackMoves, piecesOf } from './squares.js'
import type { Color, Piece } from './types.js'

const SEATS = 64
/** What sits in each seat. */
const sitting = new Array<Known | null>(SEATS).fill(null)
let next = 0

/**
 * What the border has already brought over about one state of a game. Every change of the game gets a new object, so that
 * its identity also says which state sits in a seat.
 */
export class Known {
  readonly turn: Color
  /** The 64 squares, made when one is first asked for. */
  pieces: readonly (Piece | undefined)[] | undefined
  /** The castling rights of standard chess as bits: White's to the king's wing, the queen's, Black's; -1 for not asked. */
  castling = -1
  /** The flags of the library, or -1 for not asked. */
  status = -1

  constructor(
    readonly seat: number,
    /** The FEN with an en passant square only where the capture is legal. */
    readonly fen: string,
  ) {
    this.turn = blackMoves(fen) ? 'b' : 'w'
  }

  /** Frameworks that wrap plain objects in proxies, such as Vue, leave objects with a name of their own alone. */
  get [Symbol.toStringTag](): string {
    return 'Known'
  }
}

/**
 * Something that can sit: a start and moves. All state is in properties, none in private fields, so that proxies and copies
 * work. What can be found out again is not enumerable and is not copied.
 */
export abstract class Seated {
  /** Where it begins: a FEN. */
  protected start: string
  /** The sixteen bits of the moves since; 0 is a null move. */
  protected line: number[]
  protected declare known: Known | undefined

  constructor(start: string, line: number[] = []) {
    this.start = start
    this.line = line
  }

  /** Whether castling rights of Chess960 count. */
  protected abstract get anyCastling(): boolean

  /** What is known of the present state. */
  protected get state(): Known {
    return this.known ?? this.sit()
  }

  /** The seat, with this game in it. */
  protected get seat(): number {
    const { known } = this
    if (known !== undefined && sitting[known.seat] === known) return known.seat
    return this.sit().seat
  }

  /** Loads this game into its seat. */
  protected sit(): Known {
    const before = this.known
    const seat = before !== undefined && before.seat >= 0 ? before.seat : next++ % SEATS
    sitting[seat] = null
    const fen = ask(() => wasm.load(seat, this.start, Uint16Array.from(this.line), this.anyCastling))
    if (before !== undefined && before.seat >= 0) {
      sitting[seat] = before
      return before
    }
    return this.learn(new Known(seat, fen))
  }

  /** Takes note of a new state, which sits in its seat already. */
  protected learn(known: Known): Known {
    if (known.seat >= 0) sitting[known.seat] = known
    if (Object.hasOwn(this, 'known')) this.known = known
    else Object.defineProperty(this, 'known', { value: known, writable: true, configurable: true, enumerable: false })
    return known
  }

  /** Forgets what is known, because start or moves were replaced. */
  protected forget(): void {
    if (Object.hasOwn(this, 'known')) this.known = undefined
  }

  /** The pieces on the 64 squares. */
  protected get pieces(): readonly (Piece | undefined)[] {
    const { state } = this
    return (state.pieces ??= piecesOf(state.fen))
  }
}
