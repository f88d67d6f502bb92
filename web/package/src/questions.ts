import * as wasm from '../wasm/tabiya_web.js'
import { ask, textOf, wholeOf } from './errors.js'
import { Game } from './game.js'
import { Position } from './position.js'
import { Rules } from './rules.js'
import { setOf, squareIndex } from './squares.js'
import type { Branch, Comparison, Explanation, Kind, PickedMove, SliderSteps, Statistics, SvgOptions } from './types.js'

/** Steps of a slider as they cross the border: sets are hexadecimal. */
type RawSteps = { role: 'rook' | 'bishop'; shift: number; magic_index: number; pext_index: number; entries: number } & Record<
  'relevant' | 'blockers' | 'magic' | 'product' | 'attacks',
  string
>

/**
 * What more than the rules can be asked of a position: reasons, sets of squares, exchanges, pictures, counts. Both
 * {@link Game} and {@link Position} get these methods where the whole package is loaded; `tabiya/rules` does without.
 */
export abstract class Questions extends Rules {
  /** The moves of a kind as sixteen bits each; legal ones, unless the kind says `pseudo-legal`. */
  movesOfKind(kind: Kind): Uint16Array {
    return ask(() => wasm.kind(this.seat, textOf(kind, 'the kind of moves')))
  }

  /** Why a move is legal, or not. */
  explain(text: string): Explanation {
    return JSON.parse(ask(() => wasm.explain(this.seat, textOf(text, 'a move')))) as Explanation
  }

  /** Every pseudo-legal move that is not legal, each with its reason. */
  illegalMoves(): Explanation[] {
    return JSON.parse(wasm.illegal(this.seat)) as Explanation[]
  }

  /** A set of squares by its name in the field: see {@link layerNames}. */
  layer(name: string): bigint {
    return BigInt.asUintN(64, ask(() => wasm.layer(this.seat, textOf(name, 'the name of a layer'))))
  }

  /** What the piece on a square attacks. */
  attacksFrom(square: string): bigint {
    return BigInt.asUintN(64, wasm.attacksFrom(this.seat, squareIndex(square)))
  }

  /** How a slider on a square finds its attacks; both ways where no rook or bishop stands there. */
  slider(square: string): SliderSteps[] {
    return (JSON.parse(wasm.slider(this.seat, squareIndex(square))) as RawSteps[]).map((steps) => ({
      role: steps.role,
      relevant: BigInt(steps.relevant),
      blockers: BigInt(steps.blockers),
      magic: BigInt(steps.magic),
      product: BigInt(steps.product),
      shift: steps.shift,
      magicIndex: steps.magic_index,
      pextIndex: steps.pext_index,
      entries: steps.entries,
      attacks: BigInt(steps.attacks),
    }))
  }

  /** What the exchange on the target of a legal move wins or loses, in centipawns. */
  see(move: string | number): number {
    const bits = typeof move === 'number' ? move : this.parse(move)
    return ask(() => wasm.see(this.seat, bits))
  }

  /** The legal moves in the order a search wants them, each with its stage. */
  picked(mode: 'main' | 'quiescence' | 'probcut' = 'main'): PickedMove[] {
    const list = JSON.parse(ask(() => wasm.picked(this.seat, mode))) as { bits: number; stage: string; see: number }[]
    return list.map(({ bits, stage, see }) => ({ bits, stage, see, san: this.san(bits), uci: wasm.uci(bits, this.chess960) }))
  }

  svg(options: SvgOptions = {}): string {
    const flags = (options.flipped ? 1 : 0) + (options.coordinates ? 2 : 0) + (options.dark ? 4 : 0)
    const squares = setOf(options.squares ?? [])
    const arrows = (options.arrows ?? []).join(' ')
    return ask(() => wasm.svg(this.seat, flags, options.size ?? 0, squares, arrows, options.lastMove ?? ''))
  }

  /** The leaves `depth` plies below, here and now. For more than a second's work see {@link count}. */
  perft(depth: number): number {
    return Number(ask(() => wasm.perft(this.seat, wholeOf(depth, 'the depth'))))
  }

  /** The leaves below each legal move, here and now. */
  divide(depth: number): Branch[] {
    const flat = ask(() => wasm.divide(this.seat, wholeOf(depth, 'the depth')))
    const branches: Branch[] = []
    for (let index = 0; index < flat.length; index += 2) {
      const bits = Number(flat[index])
      branches.push({ bits, uci: wasm.uci(bits, this.chess960), nodes: flat[index + 1] as bigint })
    }
    return branches
  }

  /** Leaves by what their last move was, here and now. */
  statistics(depth: number): Statistics {
    return statisticsOf(ask(() => wasm.statistics(this.seat, wholeOf(depth, 'the depth'))))
  }

  /**
   * Holds another program's divide, as text, against the true one: which moves differ, and which rule that breaks. The
   * true counts are made here unless they are given.
   */
  compare(depth: number, text: string, truth: Branch[] = []): Comparison {
    const flat = BigUint64Array.from(truth.flatMap(({ bits, nodes }) => [BigInt(bits), nodes]))
    const answer = JSON.parse(ask(() => wasm.compare(this.seat, wholeOf(depth, 'the depth'), textOf(text, 'a divide'), flat, this.chess960)))
    const number = (digits: string | null) => (digits === null ? null : BigInt(digits))
    const { agrees, found, rules, fen } = answer
    const moves = answer.rows.map((row: { theirs: string | null; ours: string | null }) => ({
      ...row,
      theirs: number(row.theirs),
      ours: number(row.ours),
    }))
    return { agrees, found, rules, fen, moves, theirs: BigInt(answer.theirs), ours: BigInt(answer.ours) }
  }
}

/** Nine numbers in the order of the library. */
export function statisticsOf(list: ArrayLike<bigint>): Statistics {
  const at = (index: number) => list[index] ?? 0n
  return {
    nodes: at(0), captures: at(1), enPassant: at(2), castles: at(3), promotions: at(4), checks: at(5), discoveredChecks: at(6),
    doubleChecks: at(7), checkmates: at(8),
  }
}

/** The names that {@link Questions.layer} knows. */
export function layerNames(): string[] {
  return wasm.layerNames().split(' ')
}

/** A set that {@link Questions.layer} knows, in words. */
export interface LayerWords {
  name: string
  /** The name as a heading, such as `King danger`. */
  title: string
  /** The heading under which a list shows it, such as `Checks and pins`. */
  group: string
  /** What it contains, without a full stop. */
  sentence: string
}

/** Every set that {@link Questions.layer} knows, in words. */
export function layers(): LayerWords[] {
  return JSON.parse(wasm.layersDescribed()) as LayerWords[]
}

declare module './game.js' {
  interface Game extends Omit<Questions, keyof Rules> {}
}
declare module './position.js' {
  interface Position extends Omit<Questions, keyof Rules> {}
}

/** Gives both classes the methods of {@link Questions}. */
export function answerQuestions(): void {
  const { constructor: _, ...methods } = Object.getOwnPropertyDescriptors(Questions.prototype)
  for (const known of [Game, Position]) Object.defineProperties(known.prototype, methods)
}
