import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const executablePath = process.env['CHROMIUM'] ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync)

export default defineConfig({
  testDir: 'test',
  // Long enough for a busy machine; what waits so long does not come.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  workers: 1,
  reporter: 'list',
  use: {
    baseURL: 'http://127.0.0.1:4178/',
    viewport: { width: 1360, height: 900 },
    launchOptions: { args: ['--no-sandbox'], ...(executablePath && { executablePath }) },
  },
  webServer: { command: 'npx vite preview --host 127.0.0.1 --port 4178 --strictPort', url: 'http://127.0.0.1:4178/', reuseExistingServer: false, timeout: 240_000 },
})
