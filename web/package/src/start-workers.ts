/** Workers whose script and module are at hand: in pages of any origin, in Node, Deno and Bun. */
import type { Worker as Thread } from 'node:worker_threads'
import { type Found, type Helper, useWorkers } from './count.js'
import { workerText } from './worker-text.js'

/** A module of Node, where this is Node. An import would stop bundlers that build for browsers. */
function ofNode<T>(name: string): T | undefined {
  return (globalThis as { process?: { getBuiltinModule?(name: string): unknown } }).process?.getBuiltinModule?.(name) as T | undefined
}

export function startWorkers(module: WebAssembly.Module): void {
  const inPage = (onFound: (found: Found) => void, onError: (error: Error) => void): Helper => {
    const address = URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' }))
    // Deno has module workers only; to the others it makes no difference.
    const worker = new Worker(address, { type: 'module' })
    const refused = 'the worker could not be started; a Content-Security-Policy needs worker-src blob:'
    let heard = false
    worker.addEventListener('message', ({ data }: MessageEvent<Found>) => {
      heard = true
      onFound(data)
    })
    worker.addEventListener('error', (event) => onError(new Error(event.message || (heard ? 'the worker failed' : refused))))
    worker.postMessage(module)
    return {
      send: (part) => worker.postMessage(part),
      stop: () => {
        worker.terminate()
        URL.revokeObjectURL(address)
      },
    }
  }
  const inNode = (onFound: (found: Found) => void, onError: (error: Error) => void): Helper => {
    const threads = ofNode<{ Worker: typeof Thread }>('node:worker_threads')
    if (threads === undefined) throw new Error('count needs workers: a browser, Deno, Bun, or Node 20.16 or later')
    const worker = new threads.Worker(workerText, { eval: true })
    worker.on('message', onFound)
    worker.on('error', onError)
    worker.postMessage(module)
    return { send: (part) => worker.postMessage(part), stop: () => void worker.terminate() }
  }
  useWorkers(
    typeof Worker === 'function' ? inPage : inNode,
    () =>
      globalThis.navigator?.hardwareConcurrency ??
      ofNode<{ availableParallelism(): number }>('node:os')?.availableParallelism() ??
      1,
  )
}
