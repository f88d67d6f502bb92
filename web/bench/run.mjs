// `node web/bench/run.mjs [--games N] [--no-browser]`: the table of bars against chess.js, in Node and in Chromium.
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { run } from './cases.mjs'

const { values } = parseArgs({
  options: { games: { type: 'string', default: '1000' }, 'no-browser': { type: 'boolean' }, chromium: { type: 'string' } },
})
const pgnGames = Number(values.games)
const web = fileURLToPath(new URL('..', import.meta.url))
const require = createRequire(join(web, 'lab/'))

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
table(`Node ${process.version}`, run({ tabiya, chessjs, pgnGames }))

const executablePath = values.chromium ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync)
if (!values['no-browser'] && executablePath !== undefined) {
  const types = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' }
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname))
    if (path === '/') return response.setHeader('content-type', 'text/html').end('<!doctype html><title>bench</title>')
    response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
    createReadStream(join(web, path)).on('error', () => response.writeHead(404).end()).pipe(response)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { chromium } = require('@playwright/test')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${server.address().port}/`)
  const results = await page.evaluate(async (pgnGames) => {
    const [{ run }, tabiya, chessjs] = await Promise.all(
      ['/bench/cases.mjs', '/package/dist/browser.js', '/node_modules/chess.js/dist/esm/chess.js'].map((path) => import(path)),
    )
    return run({ tabiya, chessjs, pgnGames })
  }, pgnGames)
  table(`Chromium ${browser.version()}`, results)
  await browser.close()
  server.close()
}
