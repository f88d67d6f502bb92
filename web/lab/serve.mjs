// Serves a folder of static files, with the brotli or gzip file beside each where the browser takes it:
//   node serve.mjs FOLDER [--port N] [--host H] [--check]
// With --check it only finds out whether the port is free.
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize, resolve, sep } from 'node:path'

const TYPES = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json', '.png': 'image/png',
}
const ENCODINGS = [['br', '.br'], ['gzip', '.gz']]

const [folder, ...options] = process.argv.slice(2)
const option = (name, otherwise) => (options.includes(name) ? options[options.indexOf(name) + 1] : otherwise)
const port = Number(option('--port', '4173'))
const host = option('--host', '127.0.0.1')
if (folder === undefined || !Number.isInteger(port) || port < 0 || port > 65535) {
  console.error('usage: node serve.mjs FOLDER [--port N] [--host H] [--check]; a port is a number from 0 to 65535')
  process.exit(2)
}
const root = resolve(folder)

const server = createServer((request, response) => {
  let path
  try {
    path = decodeURIComponent(new URL(request.url ?? '/', 'http://lab').pathname)
  } catch {
    return response.writeHead(400).end('This address cannot be read.\n')
  }
  let file = normalize(join(root, path))
  const refuse = (status, text) => response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`)
  if (file !== root && !file.startsWith(root + sep)) return refuse(403, 'This address is outside of the folder.')
  if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html')
  if (!existsSync(file)) return refuse(404, 'There is no such file.')
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'Only GET and HEAD are answered.')
  const taken = String(request.headers['accept-encoding'] ?? '').split(',').map((word) => word.split(';')[0].trim())
  const [encoding, ending] = ENCODINGS.find(([name, ending]) => taken.includes(name) && existsSync(file + ending)) ?? ['', '']
  // Names of built files contain a hash of what is in them, so they may be kept; the page itself is asked for again.
  const kept = /-[\w-]{8}\.\w+$/.test(file)
  response.writeHead(200, {
    'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
    'Content-Length': statSync(file + ending).size,
    'Cache-Control': kept ? 'public, max-age=31536000, immutable' : 'no-cache',
    Vary: 'Accept-Encoding',
    ...(encoding !== '' && { 'Content-Encoding': encoding }),
  })
  if (request.method === 'HEAD') return response.end()
  createReadStream(file + ending).pipe(response)
})
server.on('error', (error) => {
  if (error.code === 'EADDRINUSE') console.error(`lab: port ${port} is in use; choose another one with --port N`)
  else console.error(`lab: ${error.message}`)
  process.exit(2)
})
server.listen(port, host, () => {
  if (options.includes('--check')) return server.close()
  console.log(`lab: http://${host === '127.0.0.1' ? 'localhost' : host}:${server.address().port}/ (Ctrl-C ends it)`)
})
