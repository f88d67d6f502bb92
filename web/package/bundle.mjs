// The entries with everything inside, after tsc: dist/index.js, dist/rules-alone.js and dist/retro-whole.js as ES modules, dist/cjs/ the same as CommonJS.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { encoded } from './dist/decode.js'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Puts texts in place of modules, and another folder in place of `wasm`. */
function inserted(texts, wasm) {
  return {
    name: 'inserted',
    setup({ onLoad, onResolve }) {
      onLoad({ filter: /dist\/(?:module|worker)-text\.js$/ }, ({ path }) => {
        const name = path.includes('module-text') ? 'moduleText' : 'workerText'
        return { contents: `export const ${name} = ${JSON.stringify(texts[name] ?? '')}` }
      })
      onResolve({ filter: /wasm\/tabiya_web\.js$/ }, () => ({ path: at(`${wasm}/tabiya_web.js`) }))
    },
  }
}

/** The licences stand in the package; the generated parts of it have no others. */
const banner = '/*! tabiya: MIT OR Apache-2.0 */'
const shared = { bundle: true, target: 'es2022', platform: 'neutral', legalComments: 'none', logLevel: 'warning',
  // The generated loader names a file beside it; no entry here uses it, and it is shaken off.
  logOverride: { 'empty-import-meta': 'silent' } }

async function entries(source, name, wasm, worker) {
  const texts = { moduleText: encoded(readFileSync(at(`${wasm}/tabiya_web_bg.wasm`))) }
  if (worker) {
    const options = { ...shared, minify: true, write: false, format: 'iife', plugins: [inserted({}, wasm)] }
    const { outputFiles } = await build({ ...options, entryPoints: [at('dist/worker-inlined.js')] })
    texts.workerText = outputFiles[0].text
  }
  const inject = [at('dist/text-coding.js')]
  const options = { ...shared, inject, banner: { js: banner }, minifyWhitespace: true, minifySyntax: true, plugins: [inserted(texts, wasm)] }
  const entryPoints = [at(`dist/${source}.js`)]
  await build({ ...options, entryPoints, format: 'esm', outfile: at(`dist/${name}.js`) })
  await build({ ...options, entryPoints, format: 'cjs', outfile: at(`dist/cjs/${name}.js`) })
}

mkdirSync(at('dist/cjs'), { recursive: true })
// The types of the CommonJS form are those of the modules, read as CommonJS because of the package.json beside them.
writeFileSync(at('dist/cjs/package.json'), '{ "type": "commonjs" }\n')
await entries('whole', 'index', 'wasm', true)
await entries('alone', 'rules-alone', 'wasm/rules', false)
await entries('retro', 'retro-whole', 'wasm/retro', false)
for (const file of readdirSync(at('dist'))) if (file.endsWith('.d.ts')) copyFileSync(at(`dist/${file}`), at(`dist/cjs/${file}`))
