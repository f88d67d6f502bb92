// Runs a function in Chromium, in a page that can import every file of web/.
import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export const web = fileURLToPath(new URL('..', import.meta.url))
const TYPES = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' }

/** What `ask(argument)` returns there, and the version of the browser; `undefined` where there is no Chromium. */
export async function inChromium(ask, argument, named) {
  const executablePath = named ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync)
  if (executablePath === undefined) return undefined
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname))
    if (path === '/') return response.setHeader('content-type', 'text/html').end('<!doctype html><title>bench</title>')
    response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream')
    createReadStream(join(web, path)).on('error', () => response.writeHead(404).end()).pipe(response)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { chromium } = createRequire(join(web, 'lab/'))('@playwright/test')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${server.address().port}/`)
    return { version: browser.version(), answer: await page.evaluate(ask, argument) }
  } finally {
    await browser.close()
    server.close()
  }
}
