/** Long counts, in workers: with progress, and an end that does not wait. */
import * as wasm from '../wasm/tabiya_web.js'
import { TabiyaError } from './errors.js'
import { Position } from './position.js'
import { Questions, statisticsOf } from './questions.js'
import type { Branch, Statistics } from './types.js'

export interface CountOptions {
  /** Tell captures from castles from mates: slower, as every leaf is visited. */
  statistics?: boolean
  /** How many workers; one for each core without a word. */
  workers?: number
  /** Ends the count; what was counted until then is the answer, with `complete: false`. */
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
  paths: bigint
}

/** Counts the leaves `depth` plies below, divided by first move, in workers. */
export async function count(from: Questions, depth: number, options: CountOptions = {}): Promise<Count> {
  const started = performance.now()
  const withStatistics = options.statistics ?? false
  const position = new Position(from.fen({ enPassant: 'always' }), { chess960: from.chess960 })
  const roots = [...position.legalMoves()]
  const counted: CountedBranch[] = roots.map((bits) => ({ bits, uci: wasm.uci(bits, from.chess960), nodes: 0n, complete: false }))
  const sums = new Array<bigint>(9).fill(0n)
  let weights = 0

  const report = (): CountProgress => ({
    fraction: weights,
    nodes: sums[0] as bigint,
    elapsed: performance.now() - started,
    branches: counted.map((branch) => ({ ...branch })),
  })

  if (depth < 1 || roots.length === 0) {
    const numbers = withStatistics ? Object.values(position.statistics(depth)) : [BigInt(position.perft(depth))]
    numbers.forEach((number, index) => (sums[index] = number))
    weights = 1
    return { ...report(), complete: true, ...(withStatistics && { statistics: statisticsOf(sums) }) }
  }

  // Parts of at most a few million leaves: progress moves, and no worker has the last long part alone.
  const cut = Math.max(1, Math.min(3, depth - (withStatistics ? 3 : 4)))
  const tasks: Task[] = []
  const left = new Array<number>(roots.length).fill(0)
  const add = (node: Position, plies: number, root: number) => {
    if (plies === cut) {
      left[root] = (left[root] ?? 0) + 1
      const fen = node.fen({ enPassant: 'always' })
      tasks.push({ id: tasks.length, fen, depth: depth - plies, statistics: withStatistics, root, paths: 1n })
      return
    }
    for (const bits of node.legalMoves()) add(node.after(bits), plies + 1, root)
  }
  if (cut === 1 && withStatistics && depth === 1) {
    // A leaf alone does not know what its last move was.
    const numbers = Object.values(position.statistics(1))
    numbers.forEach((number, index) => (sums[index] = number))
    counted.forEach((branch) => Object.assign(branch, { nodes: 1n, complete: true }))
    weights = 1
    return { ...report(), complete: true, statistics: statisticsOf(sums) }
  }
  roots.forEach((bits, root) => add(position.after(bits), 1, root))
  left.forEach((parts, root) => {
    if (parts === 0) (counted[root] as CountedBranch).complete = true
  })

  const finish = (complete: boolean): Count => ({
    ...report(),
    complete,
    ...(withStatistics && { statistics: statisticsOf(sums) }),
  })
  if (tasks.length === 0) {
    weights = 1
    return finish(true)
  }
  const start = spawn
  if (start === undefined) throw new TabiyaError({ kind: 'argument', message: 'there are no workers here' })

  return await new Promise<Count>((resolve, reject) => {
    const helpers: Helper[] = []
    let next = 0
    let done = 0
    const end = (settle: () => void) => {
      options.signal?.removeEventListener('abort', abort)
      helpers.forEach((helper) => helper.stop())
      settle()
    }
    const abort = () => end(() => resolve(finish(false)))
    if (options.signal?.aborted) return abort()
    options.signal?.addEventListener('abort', abort)
    const send = (helper: Helper) => {
      const task = tasks[next++]
      if (task !== undefined) helper.send({ id: task.id, fen: task.fen, depth: task.depth, statistics: task.statistics })
    }
    const received = (helper: () => Helper) => (found: Found) => {
      if (found.error !== undefined) return end(() => reject(new Error(found.error)))
      const task = tasks[found.id] as Task
      const branch = counted[task.root] as CountedBranch
      found.numbers.forEach((number, index) => (sums[index] = (sums[index] as bigint) + number))
      branch.nodes += found.numbers[0] as bigint
      left[task.root] = (left[task.root] as number) - 1
      branch.complete = left[task.root] === 0
      done++
      weights = done / tasks.length
      options.onProgress?.(report())
      if (done === tasks.length) end(() => resolve(finish(true)))
      else send(helper())
    }
    const wanted = Math.max(1, Math.min(options.workers ?? cores(), tasks.length))
    for (let index = 0; index < wanted; index++) {
      const helper: Helper = start(received(() => helper), (error) => end(() => reject(error)))
      helpers.push(helper)
      send(helper)
    }
  })
}
