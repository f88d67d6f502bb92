/** Long counts, in workers: with progress, and an end that does not wait. */
import * as wasm from '../wasm/tabiya_web.js'
import { ask, TabiyaError, wholeOf } from './errors.js'
import { Position } from './position.js'
import { statisticsOf } from './questions.js'
import type { Rules } from './rules.js'
import type { Branch, Statistics } from './types.js'

export interface CountOptions {
  /** Tell captures from castles from mates: slower, as every leaf is visited. */
  statistics?: boolean
  /** How many workers; by default one for each core. */
  workers?: number
  /** Ends the count early; the answer is what was counted until then, with `complete: false`. */
  signal?: AbortSignal
  onProgress?: (progress: CountProgress) => void
}

export interface CountProgress {
  /** From 0 to 1. */
  fraction: number
  nodes: bigint
  /** Milliseconds so far. */
  elapsed: number
  /** The first moves whose subtrees are complete, and those that are not with what is known of them. */
  branches: CountedBranch[]
}

export interface CountedBranch extends Branch {
  complete: boolean
}

export interface Count extends CountProgress {
  complete: boolean
  statistics?: Statistics
}

/** A part of the tree, small enough for a worker to finish soon. */
export interface Part {
  id: number
  fen: string
  depth: number
  statistics: boolean
}

/** What a worker found: a number, or the nine of the statistics. */
export interface Found {
  id: number
  numbers: bigint[]
  error?: string
}

/** A worker of whichever kind this machine has. */
export interface Helper {
  send(part: Part): void
  stop(): void
}

type Spawn = (onFound: (found: Found) => void, onError: (error: Error) => void) => Helper

let spawn: Spawn | undefined
let cores = () => 1

/** Says how workers are started here; the entry of the package does it. */
export function useWorkers(start: Spawn, available: () => number): void {
  spawn = start
  cores = available
}

interface Task extends Part {
  root: number
  /** How much of the tree it is. */
  share: number
}

/** Plies that are left to a worker: some forty milliseconds of work. */
const PART_DEPTH = 4
const PART_DEPTH_WITH_STATISTICS = 3

/** Counts the leaves `depth` plies below, divided by first move, in workers. */
export async function count(from: Rules, depth: number, options: CountOptions = {}): Promise<Count> {
  ask(() => wasm.checkDepth(wholeOf(depth, 'the depth')))
  const started = performance.now()
  const statistics = options.statistics ?? false
  const position = new Position(from.fen({ enPassant: 'always' }), { chess960: from.chess960 })
  const roots = [...position.legalMoves()]
  const branches: CountedBranch[] = roots.map((bits) => ({ bits, uci: wasm.uci(bits, from.chess960), nodes: 0n, complete: false }))
  const sums = new Array<bigint>(9).fill(0n)
  let fraction = 0

  const add = (numbers: bigint[]) => numbers.forEach((number, index) => (sums[index] = (sums[index] as bigint) + number))
  const report = (): CountProgress => ({
    fraction: Math.min(1, fraction),
    nodes: sums[0] as bigint,
    elapsed: performance.now() - started,
    branches: branches.map((branch) => ({ ...branch })),
  })
  const finish = (complete: boolean): Count => {
    if (complete) fraction = 1
    return { ...report(), complete, ...(statistics && { statistics: statisticsOf(sums) }) }
  }

  if (depth < 2 || roots.length === 0) {
    // Not worth a worker, and a leaf alone does not know what its last move was.
    add(statistics ? Object.values(position.statistics(depth)) : [BigInt(position.perft(depth))])
    branches.forEach((branch) => Object.assign(branch, { nodes: 1n, complete: true }))
    return finish(true)
  }

  // The tree is cut while it is counted: a list of a hundred thousand parts would take seconds.
  const cut = Math.max(1, depth - (statistics ? PART_DEPTH_WITH_STATISTICS : PART_DEPTH))
  const open = new Array<number>(roots.length).fill(0)
  const cutUp = new Array<boolean>(roots.length).fill(false)
  const tasks = new Map<number, Task>()
  let made = 0
  function* below(node: Position, plies: number, root: number, share: number): Generator<Task> {
    if (plies === cut) {
      const fen = node.fen({ enPassant: 'always' })
      yield { id: made++, fen, depth: depth - plies, statistics, root, share }
      return
    }
    const moves = node.legalMoves()
    if (moves.length === 0) fraction += share
    for (const bits of moves) yield* below(node.after(bits), plies + 1, root, share / moves.length)
  }
  function* all(): Generator<Task> {
    for (const [root, bits] of roots.entries()) {
      yield* below(position.after(bits), 1, root, 1 / roots.length)
      cutUp[root] = true
      ;(branches[root] as CountedBranch).complete = open[root] === 0
    }
  }
  const parts = all()

  const start = spawn
  if (start === undefined) throw new TabiyaError({ kind: 'argument', message: 'no workers can be started here' })
  return await new Promise<Count>((resolve, reject) => {
    const helpers: Helper[] = []
    const end = (settle: () => void) => {
      options.signal?.removeEventListener('abort', abort)
      helpers.forEach((helper) => helper.stop())
      settle()
    }
    const abort = () => end(() => resolve(finish(false)))
    if (options.signal?.aborted) return abort()
    options.signal?.addEventListener('abort', abort)
    /** Gives a worker its next part; says whether there was one. */
    const send = (helper: Helper): boolean => {
      const { value: task, done } = parts.next()
      if (done) return false
      tasks.set(task.id, task)
      open[task.root] = (open[task.root] as number) + 1
      helper.send({ id: task.id, fen: task.fen, depth: task.depth, statistics })
      return true
    }
    const received = (found: Found, helper: Helper) => {
      const task = tasks.get(found.id)
      if (task === undefined) return
      tasks.delete(found.id)
      if (found.error !== undefined) return end(() => reject(new Error(found.error)))
      const branch = branches[task.root] as CountedBranch
      add(found.numbers)
      branch.nodes += found.numbers[0] as bigint
      open[task.root] = (open[task.root] as number) - 1
      branch.complete = cutUp[task.root] === true && open[task.root] === 0
      fraction += task.share
      const more = send(helper)
      options.onProgress?.(report())
      if (!more && tasks.size === 0) end(() => resolve(finish(true)))
    }
    for (let index = 0; index < Math.max(1, options.workers ?? cores()); index++) {
      const helper: Helper = start((found) => received(found, helper), (error) => end(() => reject(error)))
      helpers.push(helper)
      if (!send(helper)) break
    }
    if (tasks.size === 0) end(() => resolve(finish(true)))
  })
}
