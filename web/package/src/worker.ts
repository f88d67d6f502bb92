import init from '../wasm/tabiya_web.js'
import type { Part } from './count.js'
import { work } from './work.js'

// Parts may come before the library is ready, so the listener stands first.
const ready = init()
addEventListener('message', ({ data }: MessageEvent<Part>) => void ready.then(() => postMessage(work(data))))
