/** The examples of the pages run as they are printed, on the built package. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const entry = new URL('../dist/index.js', import.meta.url).href

/** What the first example of a page prints. */
function printed(page: string): string {
  const text = readFileSync(new URL(page, import.meta.url), 'utf8')
  const example = /^```js\n([\s\S]*?)^```$/m.exec(text)?.[1] as string
  const folder = mkdtempSync(join(tmpdir(), 'tabiya-example-'))
  try {
    writeFileSync(join(folder, 'example.mjs'), example.replace("from 'tabiya'", `from '${entry}'`))
    return execFileSync(process.execPath, [join(folder, 'example.mjs')], { encoding: 'utf8', timeout: 120_000 })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('docs/javascript.md', () => {
  const text = printed('../../../docs/javascript.md')
  expect(text).toContain('the knight on c3 is pinned to the king on e1 by the bishop on b4')
  expect(text).toContain('(1... c5 $1)')
})

test('README.md', () => {
  expect(printed('../README.md')).toContain('false')
})
