/** The module of the entry `tabiya/retro`, inside the script. */
import { initSync } from '../wasm/retro/tabiya_web.js'
import { decoded } from './decode.js'
import { moduleText } from './module-text.js'

initSync({ module: new WebAssembly.Module(decoded(moduleText)) })
