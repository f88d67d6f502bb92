/** The package goes through bundlers other than the Lab's: what comes out runs, or carries the module and the worker along. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import { build } from 'esbuild'
import { rollup } from 'rollup'
import { afterAll, beforeAll, expect, test } from 'vitest'
import webpack from 'webpack'

const home = fileURLToPath(new URL('..', import.meta.url))
let folder = ''
const entry = () => join(folder, 'entry.mjs')

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tabiya-bundlers-'))
  // As if it had been installed there.
  mkdirSync(join(folder, 'node_modules/tabiya'), { recursive: true })
  for (const part of ['package.json', 'dist', 'wasm']) cpSync(join(home, part), join(folder, 'node_modules/tabiya', part), { recursive: true })
  writeFileSync(entry(), "import { Chess } from 'tabiya'\nconst game = new Chess()\ngame.move('e4')\nexport const fen = game.fen()\n")
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a bundle for Node, with the module beside it where the package has it. */
async function played(name: string): Promise<string> {
  cpSync(join(home, 'wasm'), join(folder, 'wasm'), { recursive: true })
  return ((await import(/* @vite-ignore */ join(folder, name))) as { fen: string }).fen
}

const EXPECTED = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'

test('esbuild', async () => {
  await build({ entryPoints: [entry()], outfile: join(folder, 'esbuild/out.mjs'), bundle: true, platform: 'node', format: 'esm', target: 'node20', logLevel: 'silent' })
  expect(await played('esbuild/out.mjs')).toBe(EXPECTED)
})

test('Rollup', async () => {
  const bundle = await rollup({ input: entry(), plugins: [nodeResolve({ exportConditions: ['node'] })], external: /^node:/ })
  await bundle.write({ file: join(folder, 'rollup/out.mjs'), format: 'es' })
  await bundle.close()
  expect(await played('rollup/out.mjs')).toBe(EXPECTED)
})

test('webpack, for a browser', async () => {
  const failures = await new Promise<string[]>((resolve, reject) => {
    webpack({ mode: 'production', context: folder, entry: entry(), target: 'web', output: { path: join(folder, 'webpack') } }, (error, stats) => {
      if (error) reject(error)
      else resolve((stats?.compilation.errors ?? []).map(String))
    })
  })
  expect(failures).toEqual([])
  const files = readdirSync(join(folder, 'webpack'))
  expect(files.filter((file) => file.endsWith('.wasm'))).toHaveLength(1)
  // The page and the worker.
  expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThanOrEqual(2)
}, 900_000)
