import { readFileSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { hex, layerNames, Position, setOf } from 'tabiya'
import { drag, KIWIPETE, open, square, status, swipe } from './helpers'

test('moves by drag, by click and by keyboard, and takes them back', async ({ page }) => {
  await open(page)
  await drag(page, 'e2', 'e4')
  await expect(square(page, 'e4')).toHaveAttribute('aria-label', /white pawn/)
  await square(page, 'e7').click()
  await square(page, 'e5').click()
  await expect(status(page)).toContainText('White to move')
  await square(page, 'e5').focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(square(page, 'g1')).toHaveAttribute('aria-label', /picked up/)
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowLeft', 'Enter']) await page.keyboard.press(key)
  await expect(square(page, 'f3')).toHaveAttribute('aria-label', /white knight/)
  await expect(page.locator('.history')).toHaveText(/1\.\s*e4\s*e5\s*2\.\s*Nf3/)
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect(square(page, 'g1')).toHaveAttribute('aria-label', /white knight/)
  await page.getByRole('button', { name: 'To the start' }).click()
  await expect(square(page, 'e2')).toHaveAttribute('aria-label', /white pawn/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('moves and draws arrows by touch', async ({ page }) => {
    await open(page)
    await swipe(page, 'e2', 'e4')
    await expect(square(page, 'e4')).toHaveAttribute('aria-label', /white pawn/)
    await square(page, 'e7').tap()
    await square(page, 'e5').tap()
    await expect(square(page, 'e5')).toHaveAttribute('aria-label', /black pawn/)
    await page.getByRole('button', { name: 'Draw' }).tap()
    await swipe(page, 'g1', 'f3')
    await expect(page.locator('.arrow.drawn')).toHaveCount(1)
    await square(page, 'd2').tap()
    await expect(square(page, 'd2')).toHaveAttribute('aria-label', /arrow begins here/)
    await square(page, 'd4').tap()
    await expect(page.locator('.arrow.drawn')).toHaveCount(2)
    await square(page, 'f7').tap()
    await square(page, 'f7').tap()
    await expect(page.locator('.drawn-ring')).toHaveCount(1)
    await swipe(page, 'g1', 'f3')
    await expect(page.locator('.arrow.drawn')).toHaveCount(1)
    await expect(page).toHaveURL(/arrows=d2d4\.f7/)
    await expect(square(page, 'g1')).toHaveAttribute('aria-label', /white knight/)
    await page.getByRole('button', { name: 'Draw' }).tap()
    await swipe(page, 'g1', 'f3')
    await expect(square(page, 'f3')).toHaveAttribute('aria-label', /white knight/)
  })
})

test('draws with the right mouse button and by keyboard', async ({ page }) => {
  await open(page)
  const [from, to] = [await square(page, 'b1').boundingBox(), await square(page, 'c3').boundingBox()]
  if (from === null || to === null) throw new Error('the board is not there')
  await page.mouse.move(from.x + 20, from.y + 20)
  await page.mouse.down({ button: 'right' })
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 3 })
  await page.mouse.up({ button: 'right' })
  await expect(page.locator('.arrow.drawn')).toHaveCount(1)
  await page.getByRole('button', { name: 'Draw' }).press('Enter')
  await square(page, 'e2').focus()
  for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
  await expect(page.locator('.arrow.drawn')).toHaveCount(2)
  await expect(page).toHaveURL(/arrows=b1c3\.e2e4/)
  await page.getByRole('button', { name: 'Clear arrows' }).click()
  await expect(page.locator('.arrow.drawn')).toHaveCount(0)
})

test('promotes to the chosen piece and castles', async ({ page }) => {
  await open(page, { fen: '8/P7/6k1/8/8/8/8/4K2R w K - 0 1' })
  await drag(page, 'a7', 'a8')
  await page.getByRole('dialog').getByRole('button', { name: 'knight' }).click()
  await expect(square(page, 'a8')).toHaveAttribute('aria-label', /white knight/)
  await open(page, { fen: KIWIPETE })
  await drag(page, 'e1', 'g1')
  await expect(square(page, 'f1')).toHaveAttribute('aria-label', /white rook/)
})

test('explains an illegal drop in words and on the board', async ({ page }) => {
  await open(page, { fen: '4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1' })
  await drag(page, 'c3', 'd5')
  await expect(status(page)).toContainText('the knight on c3 is pinned to the king on e1 by the bishop on b4')
  await expect(square(page, 'c3')).toHaveAttribute('aria-label', /white knight/)
  await expect(square(page, 'b4')).toHaveAttribute('aria-label', /part of the reason/)
  await expect(page.locator('.refused .ring')).toHaveCount(2)
  await expect(page.locator('.refused .line')).toHaveCount(2)
  await expect(page.locator('.refused .arrow.no')).toHaveCount(1)
})

test('shows each mistake of a FEN at its column and repairs it', async ({ page }) => {
  await open(page)
  await page.getByLabel('FEN', { exact: true }).fill('4k3/8/8/4/8/8/8/4K3 w KQ e6 0 1')
  await expect(page.locator('.mistakes li')).toHaveText([/column 10/, /column 23/, /column 23/, /column 26/])
  await page.getByRole('button', { name: 'Use the repair' }).click()
  await expect(page.locator('.mistakes')).toHaveCount(0)
  await expect(square(page, 'e1')).toHaveAttribute('aria-label', /white king/)
  await expect(square(page, 'a1')).toHaveAttribute('aria-label', /empty/)
})

test('sets up a position by hand', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Set up by hand' }).click()
  await page.getByRole('button', { name: 'Empty the board' }).click()
  // Other views speak of the position that is being set up, so they wait for a legal one.
  await page.getByRole('tab', { name: 'Perft' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('White has no king')
  await page.getByRole('button', { name: 'Go on setting up' }).click()
  for (const [piece, where] of [['white king', 'g1'], ['black king', 'g8'], ['white rook', 'a1']] as const) {
    await page.getByRole('button', { name: piece, exact: true }).click()
    await square(page, where).click()
  }
  await page.getByRole('button', { name: 'Use this position' }).click()
  await expect(status(page)).toContainText('White to move')
  await expect(page.getByLabel('FEN', { exact: true })).toHaveValue('6k1/8/8/8/8/8/8/R5K1 w - - 0 1')
})

test('reads a PGN', async ({ page }) => {
  await open(page)
  await page.locator('summary', { hasText: 'PGN' }).click()
  await page.getByLabel('Games').fill('[White "A"]\n[Black "B"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n')
  await page.getByRole('button', { name: 'Read' }).click()
  await expect(status(page)).toContainText('Black wins by checkmate')
  await page.getByLabel('Games').fill('1. e4 Ke5')
  await page.getByRole('button', { name: 'Read' }).click()
  await expect(page.locator('details > [role=status]')).toContainText('line 1, column 7')
})

test('every layer shows the set of the library, on ten positions', async ({ page }) => {
  const files = ['public.epd', 'corners.epd'].map((file) => readFileSync(new URL(`../../../testdata/${file}`, import.meta.url), 'utf8'))
  const fens = files.join('\n').split('\n').filter((line) => line.includes(';D')).map((line) => line.split(';')[0]?.trim() as string).slice(0, 10)
  expect(fens).toHaveLength(10)
  await open(page, { tab: 'layers' })
  await expect.poll(() => page.locator('.layer-name').count()).toBeGreaterThan(50)
  const names = layerNames()
  for (const fen of fens) {
    const position = new Position(fen)
    await open(page, { fen, tab: 'layers', layers: names.join('.') })
    const shown = await page.locator('.set-card').evaluateAll((cards) =>
      Object.fromEntries(cards.map((card) => [card.getAttribute('data-set'), card.querySelector('.hex')?.textContent])),
    )
    const painted = await page.locator('.paint [data-layer]').evaluateAll((groups) =>
      Object.fromEntries(
        groups.map((group) => [
          group.getAttribute('data-layer'),
          [...group.querySelectorAll('rect')].map((rect) => 'abcdefgh'[Math.floor(Number(rect.getAttribute('x')) / 100)] + String(8 - Math.floor(Number(rect.getAttribute('y')) / 100))),
        ]),
      ),
    )
    for (const name of names) {
      expect(shown[name], `${name} of ${fen}`).toBe(hex(position.layer(name)))
      expect(setOf(painted[name] as string[]), `${name} on the board of ${fen}`).toBe(position.layer(name))
    }
  }
})

test('lists moves by kind, with reasons and stages', async ({ page }) => {
  await open(page, { fen: '4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1', tab: 'moves' })
  await page.getByLabel(/^Pseudo-legal/).check()
  await expect(page).toHaveURL(/kind=pseudo-legal/)
  await expect(page.locator('.illegal').filter({ hasText: 'c3d5' })).toContainText('pinned to the king')
  await open(page, { fen: KIWIPETE, tab: 'moves' })
  await expect(page.locator('.move-list .move')).toHaveCount(48)
  await page.getByText('Picker', { exact: true }).click()
  await expect(page.locator('.panel h2').first()).toContainText('good captures')
  await page.locator('.move', { hasText: 'Bxa6' }).hover()
  await expect(page.locator('.arrow.shown')).toHaveCount(1)
  await page.locator('.move', { hasText: 'Bxa6' }).click()
  await expect(square(page, 'a6')).toHaveAttribute('aria-label', /white bishop/)
})

test('counts, tells the leaves apart, and stops', async ({ page }) => {
  await open(page, { fen: KIWIPETE, tab: 'count' })
  await page.getByLabel('Depth', { exact: true }).fill('3')
  await page.getByText('Statistics').click()
  await page.getByRole('button', { name: 'Count', exact: true }).click()
  await expect(page.locator('[aria-label=Result] [role=status]')).toContainText('✓ the public count')
  await expect(page.locator('.statistics dd')).toHaveText(['97 862', '17 102', '45', '3 162', '0', '993', '0', '0', '1'])
  await page.getByText('Statistics').first().click()
  await page.getByLabel('Depth', { exact: true }).fill('8')
  await page.getByRole('button', { name: 'Count', exact: true }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.locator('[aria-label=Result] [role=status]')).toContainText('stopped')
})

test('a link brings everything back', async ({ page, context }) => {
  await open(page, { fen: KIWIPETE, tab: 'layers', layers: 'pinned.checkers' })
  await drag(page, 'e5', 'f7')
  await page.getByRole('button', { name: 'Flip' }).click()
  await expect(page.getByRole('button', { name: 'Flip' })).toHaveAttribute('aria-pressed', 'true')
  const link = await page.evaluate(() => location.href)
  const other = await context.newPage()
  await other.goto(link)
  await expect(square(other, 'f7')).toHaveAttribute('aria-label', /white knight/)
  await expect(other.locator('.set-card')).toHaveCount(2)
  await expect(other.getByRole('button', { name: 'Flip' })).toHaveAttribute('aria-pressed', 'true')
  await expect(other.getByRole('tab', { name: 'Layers' })).toHaveAttribute('aria-selected', 'true')
})

test('the tour has thirteen stops, each with a position and three sentences', async ({ page }) => {
  await open(page, { tab: 'learn' })
  await expect(page.locator('.stops button')).toHaveCount(13)
  const seen = new Set<string>()
  for (let stop = 1; stop <= 13; stop++) {
    await expect(page.locator('.stop h2')).toContainText(`${stop}.`)
    await expect(page.locator('.stop > p')).toHaveCount(5)
    seen.add(await page.evaluate(() => location.href))
    if (stop < 13) await page.getByRole('button', { name: 'Next →' }).click()
  }
  expect(seen.size).toBe(13)
})

test('asks no other server, and works offline once loaded', async ({ page, context, baseURL }) => {
  const own = baseURL ?? 'nowhere'
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(own) && !/^(data|about|blob):/.test(request.url())) foreign.push(request.url())
  })
  await open(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  await context.setOffline(true)
  await page.reload()
  await drag(page, 'd2', 'd4')
  await expect(square(page, 'd4')).toHaveAttribute('aria-label', /white pawn/)
  await page.getByRole('tab', { name: 'Perft' }).click()
  await page.getByRole('button', { name: 'Count', exact: true }).click()
  await expect(page.locator('[aria-label=Result] [role=status]')).toContainText('361 790')
  await context.setOffline(false)
  expect(foreign).toEqual([])
})

test('the first paint waits for no module, and nothing jumps when it is there', async ({ page }) => {
  let hold = true
  const held: (() => void)[] = []
  await page.route(/\.(js|wasm)$/, async (route) => {
    if (hold) await new Promise<void>((go) => held.push(go))
    await route.continue()
  })
  await page.goto('./', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Tabiya Lab' })).toBeVisible()
  // The pieces of the first screen are there already.
  await expect(page.locator('.board use')).toHaveCount(32)
  const before = await page.locator('.board').boundingBox()
  // What is visible to the script is painted a little later.
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1)
  hold = false
  held.forEach((go) => go())
  await expect(page.getByRole('grid')).toBeVisible()
  expect(await page.locator('.board').boundingBox()).toEqual(before)
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
  test.info().annotations.push({ type: 'first paint', description: `${paint?.toFixed(0)} ms` })
  console.log(`first paint after ${paint?.toFixed(0)} ms`)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no serious finding of axe, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    for (const tab of ['board', 'layers', 'bits', 'moves', 'count', 'learn']) {
      await open(page, { fen: KIWIPETE, tab, ...(tab === 'layers' && { layers: 'white-attacks.checkers' }) })
      const { violations } = await new AxeBuilder({ page }).analyze()
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(serious.map(({ id, nodes }) => `${tab}: ${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(' ')}`)).toEqual([])
    }
  })
}
