import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { initSync } from '../wasm/tabiya_web.js'
import { useWorkers } from './count.js'

initSync({ module: readFileSync(new URL('../wasm/tabiya_web_bg.wasm', import.meta.url)) })

useWorkers((onFound, onError) => {
  const worker = new Worker(new URL('./worker-node.js', import.meta.url))
  worker.on('message', onFound)
  worker.on('error', onError)
  return { send: (part) => worker.postMessage(part), stop: () => void worker.terminate() }
}, availableParallelism)

export * from './api.js'
