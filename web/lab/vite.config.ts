import { createHash } from 'node:crypto'
import { defineConfig, type Plugin } from 'vite'

/** Writes the service worker: everything the page consists of, kept on the first visit. */
function offline(): Plugin {
  return {
    name: 'offline',
    generateBundle(_, bundle) {
      const files = ['./', './icon.svg', './manifest.webmanifest', ...Object.keys(bundle).map((file) => `./${file}`)]
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

export default defineConfig({
  base: './',
  plugins: [offline()],
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: { target: 'es2022', modulePreload: { polyfill: false } },
  worker: { format: 'es' },
  resolve: { conditions: ['browser', 'module', 'import', 'default'] },
})
