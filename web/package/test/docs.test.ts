/** The examples of the pages run as they are printed, on the built package. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const entry = new URL('../dist/index.js', import.meta.url).href
const retro = new URL('../dist/retro-whole.js', import.meta.url).href

/** What an example of a page prints, the first unless its number is given. */
function printed(page: string, number = 0): string {
  const text = readFileSync(new URL(page, import.meta.url), 'utf8')
  const example = [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)][number]?.[1] as string
  const folder = mkdtempSync(join(tmpdir(), 'tabiya-example-'))
  try {
    writeFileSync(join(folder, 'example.mjs'), example.replace("from 'tabiya'", `from '${entry}'`).replace("from 'tabiya/retro'", `from '${retro}'`))
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

test('docs/javascript.md: backwards, endgames and Syzygy tables', () => {
  expect(printed('../../../docs/javascript.md', 1).split('\n')).toEqual([
    'd7d5 4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1',
    expect.stringMatching(/^\d+$/),
    'no last move can have led to the check from d2',
    'true true',
    'false pawn-captures',
    "{ result: 'draw', plies: null }",
    '56',
    '',
  ])
})

test('README.md', () => {
  expect(printed('../README.md')).toContain('false')
})
