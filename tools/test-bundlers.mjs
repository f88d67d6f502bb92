// See tools/test-bundlers.
import { execFile, execFileSync, spawn } from 'node:child_process'
import { cpSync, createReadStream, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../', import.meta.url))
const kept = join(root, 'target/test-bundlers')
const MINUTE = 60_000

/** What every case has to print: the FEN after 1. e4, the leaves four plies below the start, counted in workers, a reason, and a
 * move taken back. */
const EXPECTED = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 197281 pinned d7d5'
const BODY = `const game = new Chess()
game.move('e4')
const counted = (await count(new Position(), 4, { workers: 2 })).nodes
const reason = new Position('4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1').explain('Nd5').reason
const [last] = unmoves('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1')
const answer = [game.fen(), counted, reason, last.text].join(' ')`
const IMPORT = "import { Chess, count, Position } from 'tabiya'\nimport { unmoves } from 'tabiya/retro'"
const REQUIRE = "const { Chess, count, Position } = require('tabiya')\nconst { unmoves } = require('tabiya/retro')"
/** A page's script: it works without waiting at the top level, as bundles for older browsers must. */
const PAGE = `${IMPORT}
async function main() {
${BODY}
document.body.textContent = answer
}
main().catch((error) => (document.body.textContent = String(error)))
`
const HTML = (script) => `<!doctype html><meta charset="utf-8"><title>test</title><body>…</body>${script}`

const tarball = join(mkdtempSync(join(tmpdir(), 'tabiya-pack-')), 'tabiya.tgz')
process.on('exit', () => rmSync(join(tarball, '..'), { recursive: true, force: true }))

/** Packs the package, and looks into what is packed. */
function pack() {
  const folder = join(tarball, '..')
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(root, 'web/package'), timeout: MINUTE })
  const [name] = readdirSync(folder)
  cpSync(join(folder, name), tarball)
  const files = execFileSync('tar', ['tzf', tarball], { encoding: 'utf8' })
  for (const file of ['LICENSE-MIT', 'LICENSE-APACHE', 'README.md', 'dist/index.js', 'dist/retro-whole.js', 'dist/cjs/index.js', 'dist/cjs/whole.d.ts']) {
    if (!files.includes(`package/${file}\n`)) throw new Error(`${file} is not in the tarball`)
  }
}

/** The folder of a case, with these npm packages and ours in it. */
async function folderFor(name, packages, files) {
  const folder = join(kept, name)
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const missing = packages.filter((known) => !existsSync(join(folder, 'node_modules', known.replace(/(?<=.)@.*$/, ''))))
  if (missing.length > 0) await run('npm', ['install', ...quiet, ...missing], { cwd: folder, timeout: 5 * MINUTE })
  const ours = join(folder, 'node_modules/tabiya')
  rmSync(ours, { recursive: true, force: true })
  mkdirSync(ours, { recursive: true })
  execFileSync('tar', ['xzf', tarball, '--strip-components=1', '-C', ours])
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** What a command prints. */
async function printed(folder, command, args, env = {}) {
  try {
    const { stdout } = await run(command, args, { cwd: folder, timeout: 3 * MINUTE, env: { ...process.env, NODE_OPTIONS: '', ...env } })
    return stdout.trim()
  } catch (error) {
    throw new Error(`${command} ${args.join(' ')}: ${error.message}\n${error.stdout}`)
  }
}

const bin = (folder, name) => join(folder, 'node_modules/.bin', name)

let browser
async function openBrowser() {
  if (browser !== undefined) return browser
  const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => path && existsSync(path))
  if (executablePath === undefined) throw Object.assign(new Error('there is no Chromium'), { skipped: true })
  const { chromium } = createRequire(join(root, 'web/lab/'))('@playwright/test')
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  return browser
}

/** The text of a page once it is an answer. */
async function shownAt(address) {
  const page = await (await openBrowser()).newPage()
  const errors = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  try {
    await page.goto(address, { timeout: MINUTE })
    await page.waitForFunction(() => !document.body.innerText.startsWith('…'), null, { timeout: MINUTE })
    return (await page.evaluate(() => document.body.innerText)).trim()
  } catch (error) {
    throw new Error(`${error.message}\n${errors.join('\n')}`)
  } finally {
    await page.close()
  }
}

const TYPES = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.html': 'text/html' }

/** Serves a folder while `ask` runs. `shared` allows pages of other origins to read it, as a CDN does. */
async function served(folder, ask, shared = false) {
  const server = createServer((request, response) => {
    let path = join(folder, normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname)))
    if (existsSync(path) && statSync(path).isDirectory()) path = join(path, 'index.html')
    if (!existsSync(path)) return response.writeHead(404).end()
    response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream')
    if (shared) response.setHeader('access-control-allow-origin', '*')
    createReadStream(path).pipe(response)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await ask(`http://127.0.0.1:${server.address().port}/`)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** Runs a development server until `ask` has its answer. */
async function withServer(folder, command, args, ask) {
  const child = spawn(command, args, { cwd: folder, detached: true, env: { ...process.env, NODE_OPTIONS: '', NEXT_TELEMETRY_DISABLED: '1' } })
  let output = ''
  const address = new Promise((resolve, reject) => {
    const heard = (data) => {
      output += data
      const found = /http:\/\/(?:localhost|127\.0\.0\.1):\d+\/?/.exec(output.replace(/\x1b\[[0-9;]*m/g, ''))
      if (found) resolve(found[0])
    }
    child.stdout.on('data', heard)
    child.stderr.on('data', heard)
    child.on('exit', () => reject(new Error(`${command} ended:\n${output}`)))
    setTimeout(() => reject(new Error(`${command} did not start:\n${output}`)), 2 * MINUTE).unref()
  })
  try {
    return await ask(await address)
  } catch (error) {
    throw new Error(`${error.message}\n${output}`)
  } finally {
    // The group: development servers start processes of their own.
    if (child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
  }
}

const NEXT = {
  'app/layout.jsx': 'export default function Layout({ children }) {\n  return <html><body>{children}</body></html>\n}\n',
  'app/page.jsx': `'use client'
import { useEffect, useState } from 'react'
${IMPORT}
export default function Page() {
  const [shown, show] = useState('… ' + new Chess().moves().length)
  useEffect(() => {
    async function main() {
${BODY}
      show(answer)
    }
    main().catch((error) => show(String(error)))
  }, [])
  return <p>{shown}</p>
}
`,
  'app/api/route.js': `${IMPORT}\nexport async function GET() {\n${BODY}\nreturn new Response(answer)\n}\n`,
}

/** Each answers with what it printed; `heavy` ones are left out of the short form. */
const CASES = {
  'node-esm': async () => printed(await folderFor('node', [], { 'main.mjs': `${IMPORT}\n${BODY}\nconsole.log(answer)\n` }), 'node', ['main.mjs']),
  'node-commonjs': async () =>
    printed(await folderFor('node', [], { 'main.cjs': `${REQUIRE}\nasync function main() {\n${BODY}\nconsole.log(answer)\n}\nmain()\n` }), 'node', ['main.cjs']),
  esbuild: async () => {
    const folder = await folderFor('esbuild', ['esbuild'], { 'main.js': PAGE, 'out/index.html': HTML('<script src="main.js"></script>') })
    await printed(folder, bin(folder, 'esbuild'), ['main.js', '--bundle', '--outfile=out/main.js'])
    return served(join(folder, 'out'), shownAt)
  },
  rollup: async () => {
    const folder = await folderFor('rollup', ['rollup', '@rollup/plugin-node-resolve'], {
      'main.js': PAGE, 'out/index.html': HTML('<script src="main.js"></script>'),
    })
    await printed(folder, bin(folder, 'rollup'), ['main.js', '-p', 'node-resolve', '-f', 'iife', '-o', 'out/main.js', '--silent'])
    return served(join(folder, 'out'), shownAt)
  },
  webpack: async () => {
    const folder = await folderFor('webpack', ['webpack', 'webpack-cli'], { 'src/index.js': PAGE, 'dist/index.html': HTML('<script src="main.js"></script>') })
    await printed(folder, bin(folder, 'webpack'), ['--mode', 'production'])
    return served(join(folder, 'dist'), shownAt)
  },
  'vite-build': async () => {
    const folder = await folderFor('vite', ['vite'], { 'main.js': PAGE, 'index.html': HTML('<script type="module" src="/main.js"></script>') })
    await printed(folder, bin(folder, 'vite'), ['build', '--logLevel', 'error'])
    return served(join(folder, 'dist'), shownAt)
  },
  'vite-dev': async () => {
    const folder = await folderFor('vite', ['vite'], { 'main.js': PAGE, 'index.html': HTML('<script type="module" src="/main.js"></script>') })
    return withServer(folder, bin(folder, 'vite'), ['--host', '127.0.0.1', '--port', '0', '--force'], shownAt)
  },
  worker: async () => {
    const folder = await folderFor('vite-worker', ['vite'], {
      'main.js': `const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
worker.onmessage = ({ data }) => (document.body.textContent = data)
worker.onerror = ({ message }) => (document.body.textContent = 'error: ' + message)\n`,
      'worker.js': `${IMPORT}\nasync function main() {\n${BODY}\npostMessage(answer)\n}\nmain().catch((error) => postMessage(String(error)))\n`,
      'index.html': HTML('<script type="module" src="/main.js"></script>'),
    })
    await printed(folder, bin(folder, 'vite'), ['build', '--logLevel', 'error'])
    return served(join(folder, 'dist'), shownAt)
  },
  'another-origin': async () => {
    const folder = await folderFor('node', [], {})
    return served(join(folder, 'node_modules/tabiya'), async (cdn) => {
      const script = PAGE.replace("'tabiya'", `'${cdn}dist/index.js'`).replace("'tabiya/retro'", `'${cdn}dist/retro-whole.js'`)
      const page = await folderFor('page', [], { 'index.html': HTML(`<script type="module">${script}</script>`) })
      return served(page, shownAt)
    }, true)
  },
  'another-origin-separate': async () => {
    const folder = await folderFor('node', [], {})
    return served(join(folder, 'node_modules/tabiya'), async (cdn) => {
      const script = PAGE.replace("'tabiya'", `'${cdn}dist/browser.js'`).replace("'tabiya/retro'", `'${cdn}dist/retro-whole.js'`)
      const page = await folderFor('page-separate', [], { 'index.html': HTML(`<script type="module">${script}</script>`) })
      return served(page, shownAt)
    }, true)
  },
  typescript: async () => {
    const main = `${IMPORT}\nimport type { Unmove } from 'tabiya/retro'\nconst game: Chess = new Chess()\nconst text: string = game.explain('e4').text\nexport const nodes: Promise<bigint> = count(new Position(), 2).then((counted) => counted.nodes)\nconst last: Unmove | undefined = unmoves(game)[0]\nexport { last, text }\n`
    const folder = await folderFor('typescript', ['typescript'], {
      'main.mts': main, 'main.cts': main, 'rules.mts': "import { Chess } from 'tabiya/rules'\nexport const moves: string[] = new Chess().moves()\n",
    })
    for (const module of ['nodenext', 'esnext']) {
      const resolution = module === 'nodenext' ? 'nodenext' : 'bundler'
      const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', module, '--moduleResolution', resolution]
      await printed(folder, bin(folder, 'tsc'), [...options, 'main.mts', 'rules.mts', ...(module === 'nodenext' ? ['main.cts'] : [])])
    }
    return EXPECTED
  },
  jest: async () => {
    const text = `${REQUIRE}\ntest('plays', async () => {\n${BODY}\nexpect(answer).toBe(${JSON.stringify(EXPECTED)})\n})\n`
    const folder = await folderFor('jest', ['jest', 'jest-environment-jsdom'], { 'play.test.js': text })
    for (const environment of ['node', 'jsdom']) await printed(folder, bin(folder, 'jest'), ['--env', environment])
    return EXPECTED
  },
  bun: async () => {
    const folder = await folderFor('bun', ['bun'], { 'main.js': `${IMPORT}\n${BODY}\nconsole.log(answer)\nprocess.exit(0)\n` })
    return printed(folder, bin(folder, 'bun'), ['main.js'])
  },
  deno: async () => {
    const folder = await folderFor('deno', ['deno'], { 'main.mjs': `${IMPORT}\n${BODY}\nconsole.log(answer)\nDeno.exit(0)\n` })
    return printed(folder, bin(folder, 'deno'), ['run', '-A', '--node-modules-dir=manual', 'main.mjs'])
  },
  'next-build': async () => {
    const folder = await folderFor('next', ['next', 'react', 'react-dom'], NEXT)
    await printed(folder, bin(folder, 'next'), ['build'], { NEXT_TELEMETRY_DISABLED: '1' })
    return withServer(folder, bin(folder, 'next'), ['start', '-p', '0'], async (address) => {
      const api = await (await fetch(`${address.replace(/\/$/, '')}/api`)).text()
      if (api !== EXPECTED) return `the route says ${api}`
      return shownAt(address)
    })
  },
  'next-dev': async () => {
    const folder = await folderFor('next', ['next', 'react', 'react-dom'], NEXT)
    return withServer(folder, bin(folder, 'next'), ['dev', '-p', '0'], shownAt)
  },
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in CASES))
if (unknown.length > 0) {
  console.error(`test-bundlers: there is no case ${unknown.join(', ')}; expected ${Object.keys(CASES).join(', ')}`)
  process.exit(2)
}
pack()
let failed = 0
for (const [name, ask] of Object.entries(CASES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const started = performance.now()
  let verdict
  try {
    const answer = await ask()
    verdict = answer === EXPECTED ? 'ok' : `FAILED: ${answer}`
  } catch (error) {
    verdict = error.skipped ? `skipped: ${error.message}` : `FAILED: ${error.message}`
  }
  if (verdict.startsWith('FAILED')) failed++
  console.log(`${name}: ${verdict} (${((performance.now() - started) / 1000).toFixed(0)} s)`)
}
await browser?.close()
process.exit(failed > 0 ? 1 : 0)
