import { expect, type Page, test } from '@playwright/test'
import { Position } from 'tabiya'
import { likelyDepth, pack, positionIn, rowsOf, unpack } from '../src/divide.ts'
import { hash, KIWIPETE, open, square, START, status } from './helpers'

const divide = (position: Position, depth: number, wrong = '') =>
  position.divide(depth).map(({ uci, nodes }) => `${uci}: ${uci === wrong ? nodes + 1n : nodes}`).join('\n')
const verdict = (page: Page) => page.locator('.verdict')

async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel('Its divide').fill(text)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
}

test('a divide is walked down to the smallest position, with the board following and the rule drawn', async ({ page, context }) => {
  await open(page, { fen: KIWIPETE, tab: 'count' })
  // The depth is found by the size of the counts.
  await paste(page, divide(new Position(KIWIPETE), 2, 'e1g1'))
  await expect(verdict(page)).toContainText('It counts 2 040; 2 039 is right, at depth 2')
  await page.getByRole('button', { name: 'Go deeper: e1g1' }).click()
  await expect(square(page, 'g1')).toHaveAttribute('aria-label', /white king/)
  await expect(page.locator('.commands')).toContainText('moves e1g1')
  await expect(page.locator('.commands')).toContainText('go perft 1')
  await paste(page, `${divide(new Position(KIWIPETE).after('e1g1'), 1)}\ne8e6: 1`)
  await expect(page.locator('.rule').first()).toContainText('piece-movement')
  await expect(page.locator('.smallest code')).toHaveText(new Position(KIWIPETE).after('e1g1').fen({ enPassant: 'always' }))
  // A move too many has the count that the other program gave it, and its reason is drawn.
  const row = page.locator('.differences tbody tr').first()
  await expect(row.locator('td').first()).toHaveText('1')
  await expect(row).toContainText('a king does not move from e8 to e6')
  await expect(status(page)).toContainText('e8e6 is illegal')
  await expect(page.locator('.refused .arrow.no')).toHaveCount(1)

  const link = await page.evaluate(() => location.href)
  const other = await context.newPage()
  await other.goto(link)
  await expect(other.locator('.rule').first()).toContainText('piece-movement')
  await expect(square(other, 'g1')).toHaveAttribute('aria-label', /white king/)
  await expect(status(other)).toContainText('e8e6 is illegal')
  await other.getByRole('button', { name: 'Root' }).click()
  await expect(verdict(other)).toContainText('2 039 is right')
  await expect(square(other, 'e1')).toHaveAttribute('aria-label', /white king/)
})

test('a missing move is an arrow on the board', async ({ page }) => {
  await open(page, { fen: KIWIPETE, tab: 'count' })
  await paste(page, divide(new Position(KIWIPETE), 1).replace(/e1c1: 1\n?/, ''))
  await expect(page.locator('.differences')).toContainText('missing there')
  await expect(page.locator('.arrow.drawn')).toHaveCount(1)
  await expect(page).toHaveURL(/arrows=e1c1/)
})

test('a pasted text brings its position along', async ({ page }) => {
  await open(page, { tab: 'count' })
  const moved = new Position(KIWIPETE).after('e1g1')
  await paste(page, `position fen ${KIWIPETE} moves e1g1\ngo perft 2\n${divide(moved, 2)}\n\nNodes searched: 1\n`)
  await expect(verdict(page)).toContainText('Everything agrees at depth 2')
  await expect(square(page, 'g1')).toHaveAttribute('aria-label', /white king/)
})

test('a comparison can be stopped, and ends with its view', async ({ page }) => {
  const workers = new Set<unknown>()
  page.on('worker', (worker) => { workers.add(worker); worker.on('close', () => workers.delete(worker)) })
  // Counts of depth 6 take long enough to be interrupted.
  const rows = new Position(KIWIPETE).divide(1).map(({ uci }) => `${uci}-170000000`).join('.')
  await page.goto(`./${hash({ fen: KIWIPETE, tab: 'count', compare: '6', divide: rows })}`)
  await expect.poll(() => workers.size).toBeGreaterThan(0)
  await page.locator('.compare').getByRole('button', { name: 'Stop' }).click()
  await expect(page.locator('.compare [role=alert]')).toContainText('Stopped')
  await expect.poll(() => workers.size).toBe(0)
  await page.locator('.compare').getByRole('button', { name: 'Compare', exact: true }).click()
  await expect.poll(() => workers.size).toBeGreaterThan(0)
  await page.getByRole('tab', { name: 'Board', exact: true }).click()
  await expect.poll(() => workers.size).toBe(0)
})

test('the divide of this page can be copied and compared', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, { fen: KIWIPETE, tab: 'count', depth: '2' })
  await page.getByRole('button', { name: 'Count', exact: true }).click()
  await page.getByRole('button', { name: 'Copy the divide' }).click()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(rowsOf(text)).toHaveLength(48)
  expect(text).toContain('Nodes searched: 2039')
  await paste(page, text)
  await expect(verdict(page)).toContainText('Everything agrees')
})

test('texts of divides', () => {
  expect(rowsOf('info string x\n 1. e2e4: 20\ne7e8Q - 1,234\na2a3 7\nNodes searched: 27\n\ne2e5')).toEqual([['e2e4', '20'], ['e7e8q', '1234'], ['a2a3', '7']])
  expect(unpack(pack('e2e4: 20\nd2d4: 19\n'))).toBe('e2e4: 20\nd2d4: 19')
  expect(positionIn(`Fen: ${START}\nKey: 1`)).toEqual({ fen: START, moves: [] })
  const start = new Position(START)
  for (const [total, depth] of [[20n, 1], [400n, 2], [8902n, 3], [8000n, 3], [197281n, 4], [4865609n, 5], [119060324n, 6]] as const) {
    expect(likelyDepth(total, (plies) => start.perft(plies)), String(total)).toBe(depth)
  }
})
