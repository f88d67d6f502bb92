/** What the entries with the module inside share: no file is fetched or read, so that a plain import works everywhere. */
import { initSync } from '../wasm/tabiya_web.js'
import { decoded } from './decode.js'
import { moduleText } from './module-text.js'

export const module = new WebAssembly.Module(decoded(moduleText))
initSync({ module })
