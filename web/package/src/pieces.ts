import * as wasm from '../wasm/tabiya_web.js'
import { ask } from './errors.js'

/** One piece (`P` white … `k` black) as the contents of an SVG of 100 by 100 units. */
export function pieceSvg(letter: string, options: { dark?: boolean } = {}): string {
  return ask(() => wasm.pieceSvg(letter, options.dark ?? false))
}
