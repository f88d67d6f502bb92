/** The script of a worker whose module comes as its first message. */
import type { MessagePort as NodePort } from 'node:worker_threads'
import { initSync } from '../wasm/tabiya_web.js'
import type { Part } from './count.js'
import { work } from './work.js'

function received(message: WebAssembly.Module | Part, answer: (found: unknown) => void): void {
  if (message instanceof WebAssembly.Module) initSync({ module: message })
  else answer(work(message))
}

const scope = globalThis as {
  postMessage?: (message: unknown) => void
  process?: { getBuiltinModule?(name: string): unknown }
}
const threads = scope.process?.getBuiltinModule?.('node:worker_threads') as { parentPort: NodePort | null } | undefined
if (typeof scope.postMessage === 'function') {
  addEventListener('message', ({ data }: MessageEvent<WebAssembly.Module | Part>) => received(data, (found) => postMessage(found)))
} else {
  threads?.parentPort?.on('message', (message) => received(message, (found) => threads.parentPort?.postMessage(found)))
}
