import init from '../wasm/tabiya_web.js'
import { type Found, useWorkers } from './count.js'

await init()

useWorkers(
  (onFound, onError) => {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<Found>) => onFound(data))
    worker.addEventListener('error', (event) => onError(new Error(event.message)))
    return { send: (part) => worker.postMessage(part), stop: () => worker.terminate() }
  },
  () => navigator.hardwareConcurrency || 1,
)

export * from './api.js'
