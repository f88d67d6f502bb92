import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { initSync } from '../wasm/tabiya_web.js'
import type { Part } from './count.js'
import { work } from './work.js'

initSync({ module: readFileSync(new URL('../wasm/tabiya_web_bg.wasm', import.meta.url)) })
parentPort?.on('message', (part: Part) => parentPort?.postMessage(work(part)))
