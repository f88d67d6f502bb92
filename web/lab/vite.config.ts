import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { Position } from 'tabiya'
import { defineConfig, type Plugin } from 'vite'
import { guide } from './guide'
import { KIWIPETE } from './src/positions'

/** Writes the service worker: everything the page consists of, kept on the first visit. */
function offline(): Plugin {
  return {
    name: 'offline',
    generateBundle(_, bundle) {
      const files = ['./', './icon.svg', './manifest.webmanifest', ...Object.keys(bundle).filter((file) => file !== 'index.html' && !file.startsWith('guide/')).map((file) => `./${file}`)]
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12)
      const source = `const CACHE = 'lab-${version}'
const FILES = ${JSON.stringify(files)}
self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()))
})
self.addEventListener('activate', (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
  event.waitUntil(old.then(() => self.clients.claim()))
})
self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return
  event.respondWith(caches.match(event.request, { ignoreSearch: true, ignoreVary: true }).then((kept) => kept ?? fetch(event.request)))
})
`
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}

/** Asks for the module while the scripts are still under way: they would ask for it only after they have been read. */
function early(): Plugin {
  return {
    name: 'early',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const module = Object.keys(bundle ?? {}).find((file) => file.endsWith('.wasm'))
        if (module === undefined) return []
        return [{ tag: 'link', attrs: { rel: 'preload', as: 'fetch', type: 'application/wasm', crossorigin: '', href: `./${module}` }, injectTo: 'head' }]
      },
    },
  }
}

/** The pieces of the first screen, in the page itself: they are seen with the first paint, before any script. */
function firstBoard(): Plugin {
  const svg = new Position(KIWIPETE).svg()
  const definitions = /<defs>[\s\S]*?<\/defs>/.exec(svg)?.[0] ?? ''
  const pieces = svg.match(/<use [^>]*>/g)?.join('') ?? ''
  return {
    name: 'first-board',
    transformIndexHtml: (html) => html.replace('<!-- pieces -->', `<svg viewBox="0 0 800 800" aria-hidden="true">${definitions}${pieces}</svg>`),
  }
}

/** Puts a brotli and a gzip file beside every file that shrinks, for servers that send such files as they are. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir }) {
      const folder = dir ?? 'dist'
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const file = join(folder, name)
        if (!/\.(html|js|css|wasm|svg|webmanifest)$/.test(name) || !statSync(file).isFile()) continue
        const bytes = readFileSync(file)
        if (bytes.length < 600) continue
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }))
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

export default defineConfig({
  base: './',
  plugins: [guide(), firstBoard(), offline(), early(), compressed()],
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: { target: 'es2022', modulePreload: { polyfill: false }, reportCompressedSize: false },
  worker: { format: 'es' },
  // The entry whose WebAssembly module is a file of its own: it is fetched while the scripts are read.
  resolve: { alias: [{ find: /^tabiya$/, replacement: 'tabiya/separate' }], conditions: ['browser', 'module', 'import', 'default'] },
})
