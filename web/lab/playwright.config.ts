import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const executablePath = process.env['CHROMIUM'] ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync)

// A free port, asked for once and handed on to the workers, which read this file again: two runs do not meet.
const ask = "const server = require('net').createServer().listen(0, '127.0.0.1', () => { console.log(server.address().port); server.close() })"
const port = (process.env['LAB_PORT'] ??= execFileSync(process.execPath, ['--eval', ask], { encoding: 'utf8' }).trim())
const address = `http://127.0.0.1:${port}/`

export default defineConfig({
  testDir: 'test',
  // Long enough for a busy machine; what waits so long does not come.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  workers: 1,
  reporter: 'list',
  use: {
    baseURL: address,
    viewport: { width: 1360, height: 900 },
    launchOptions: { args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'], ...(executablePath && { executablePath }) },
  },
  webServer: { command: `node serve.mjs dist --port ${port}`, url: address, reuseExistingServer: false, timeout: 240_000 },
})
