// `node web/bench/run.mjs [--games N] [--rounds N] [--only WORDS] [--no-browser]`: the table of bars against chess.js, in Node and in
// Chromium. `--only 'turn|board'` measures the lines that the regular expression finds.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { inChromium, web } from './browser.mjs'
import { run } from './cases.mjs'

const { values } = parseArgs({
  options: { games: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '5' }, only: { type: 'string', default: '' }, 'no-browser': { type: 'boolean' }, chromium: { type: 'string' } },
})
const wanted = { pgnGames: Number(values.games), rounds: Number(values.rounds), only: values.only }

function table(where, results) {
  console.log(`\n| ${where} | Tabiya | chess.js | times as fast | bar |\n|---|---|---|---|---|`)
  const time = (ms) => (ms < 0.001 ? `${(1e6 * ms).toFixed(0)} ns` : ms < 0.1 ? `${(1000 * ms).toFixed(1)} µs` : ms < 1000 ? `${ms.toFixed(2)} ms` : `${(ms / 1000).toFixed(2)} s`)
  for (const { name, bar, ours, theirs, ratio } of results) {
    const verdict = bar === undefined ? '' : `${bar} × ${ratio >= bar ? 'met' : '**missed**'}`
    console.log(`| ${name} | ${time(ours)} | ${time(theirs)} | ${ratio < 10 ? ratio.toFixed(1) : ratio.toFixed(0)} | ${verdict} |`)
  }
}

const module = readFileSync(join(web, 'package/wasm/tabiya_web_bg.wasm'))
const kilobytes = (bytes) => `${(bytes.length / 1000).toFixed(1)} KB`
console.log(`module: ${kilobytes(module)}, brotli ${kilobytes(brotliCompressSync(module))}, gzip ${kilobytes(gzipSync(module, { level: 9 }))}`)

const tabiya = await import('../package/dist/node.js')
const chessjs = await import(join(web, 'node_modules/chess.js/dist/esm/chess.js'))
table(`Node ${process.version}`, run({ tabiya, chessjs, ...wanted }))

if (!values['no-browser']) {
  const found = await inChromium(async (wanted) => {
    const [{ run }, tabiya, chessjs] = await Promise.all(
      ['/bench/cases.mjs', '/package/dist/browser.js', '/node_modules/chess.js/dist/esm/chess.js'].map((path) => import(path)),
    )
    return run({ tabiya, chessjs, ...wanted })
  }, wanted, values.chromium)
  if (found !== undefined) table(`Chromium ${found.version}`, found.answer)
}
