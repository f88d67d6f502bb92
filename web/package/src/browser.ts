import init from '../wasm/tabiya_web.js'
import { type Found, useWorkers } from './count.js'

await init()

/** Whether the page comes from where this module does: only then may the worker's script be named directly. */
function sameOrigin(): boolean {
  const { protocol, origin } = new URL(import.meta.url)
  return !protocol.startsWith('http') || origin === globalThis.location.origin
}

/** A script of the page's own origin that fetches the worker from another one, such as a CDN. */
function elsewhere(): string {
  const script = `import ${JSON.stringify(new URL('./worker.js', import.meta.url).href)}`
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
}

useWorkers(
  (onFound, onError) => {
    const worker = sameOrigin()
      ? new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
      : new Worker(elsewhere(), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<Found>) => onFound(data))
    worker.addEventListener('error', (event) => onError(new Error(event.message)))
    return { send: (part) => worker.postMessage(part), stop: () => worker.terminate() }
  },
  () => navigator.hardwareConcurrency || 1,
)

export * from './api.js'
