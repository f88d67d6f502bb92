/**
 * The library has a fixed number of seats for games and no pointers to free: whoever wants to ask a question sits
 * down first, and whoever lost the seat meanwhile is loaded again.
 */
import { load } from '../wasm/tabiya_web.js'
import { ask } from './errors.js'

const SEATS = 64
const owners = new Array<Seated | null>(SEATS).fill(null)
let next = 0

/** Something that can sit: a start and moves. */
export class Seated {
  readonly #seat = next++ % SEATS
  protected start: string
  protected line: number[]

  constructor(start: string, line: number[] = []) {
    this.start = start
    this.line = line
  }

  /** The seat, with this game in it. */
  protected get seat(): number {
    if (owners[this.#seat] !== this) this.sit()
    return this.#seat
  }

  /** Loads this game into its seat. */
  protected sit(): void {
    const seat = this.#seat
    owners[seat] = null
    ask(() => load(seat, this.start, Uint16Array.from(this.line)))
    owners[seat] = this
  }
}
