// `node optimise.mjs FILE LIMIT PASSES`: cuts out what only reports panics (snip.mjs), runs wasm-opt by npm's binaryen, and
// says what the module weighs. Binaryen from a distribution may be too old for the features that Rust uses, and then breaks
// the module without a word. Memory packing is left out: it cuts the tables into pieces that compress badly.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { snipped } from './snip.mjs'

const file = process.argv[2]
const binaryen = dirname(createRequire(new URL('./package/', import.meta.url)).resolve('binaryen'))
const built = readFileSync(file)
const before = built.length
const { module: smaller, traps } = snipped(built)
if (traps === 0) throw new Error('no function of a panic was found: have their names changed?')
writeFileSync(file, smaller)
execFileSync(
  process.execPath,
  [join(binaryen, 'bin', 'wasm-opt'), file, '-o', file, ...process.argv[4].split(' '), '--skip-pass=memory-packing', '--all-features', '--disable-gc', '--disable-strings',
    '--strip-producers'],
  { stdio: 'inherit' },
)
const module = readFileSync(file)
await WebAssembly.compile(module)
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`
console.log(
  `tabiya_web_bg.wasm: ${kilobytes(module.length)} (${kilobytes(before)} before wasm-opt), ` +
    `${kilobytes(gzipSync(module, { level: 9 }).length)} by gzip, ${kilobytes(brotliCompressSync(module).length)} by brotli`,
)

// Every visitor of a page downloads it; what makes it larger has to be worth that.
const limit = Number(process.argv[3])
const sent = brotliCompressSync(module).length
if (sent > limit) {
  console.error(`the module is ${kilobytes(sent)} by brotli; ${kilobytes(limit)} is the limit`)
  process.exit(1)
}
