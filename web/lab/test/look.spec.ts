import AxeBuilder from '@axe-core/playwright'
import { spawnSync } from 'node:child_process'
import { expect, type Page, test } from '@playwright/test'
import { centre, hash, KIWIPETE, open, PIN, square, status, swipe } from './helpers'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const VIEWS = ['board', 'layers', 'bits', 'moves', 'count', 'learn']

test.describe('the first screen', () => {
  test('shows kiwipete with a layer, and three doors', async ({ page }) => {
    await page.goto('./')
    await expect(square(page, 'f3')).toHaveAttribute('aria-label', /white queen/)
    await expect(page.locator('.paint [data-layer]')).toHaveCount(1)
    await expect(page.locator('.door')).toHaveCount(3)
    await page.getByRole('button', { name: 'Why is this move illegal?' }).click()
    await expect(page.locator('.refused .arrow.no')).toHaveCount(1)
    await expect(page).toHaveURL(/try=e5d6/)
    await page.goBack()
    await page.getByRole('button', { name: 'Debug my perft' }).click()
    await page.getByRole('button', { name: 'Show an example' }).click()
    await expect(page.locator('.rule').first()).toContainText('en-passant')
    await expect(page.locator('.arrow.drawn')).toHaveCount(1)
    await expect(page).toHaveURL(/divide=.*&rule=/)
    await page.getByRole('link', { name: /Tabiya/ }).click()
    await page.getByRole('button', { name: /^Learn/ }).click()
    await expect(page.locator('.stop h2')).toHaveText('1. Ray and blocker')
  })

  test('has its doors in view on a phone', async ({ browser }) => {
    const context = await browser.newContext(PHONE)
    const page = await context.newPage()
    await page.goto('./')
    const box = await page.locator('.door').first().boundingBox()
    expect(box !== null && box.y + box.height <= 844).toBe(true)
    await context.close()
  })
})

test('on a phone the board stays in view while the page scrolls', async ({ browser }) => {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await open(page, { fen: KIWIPETE, tab: 'layers' })
  await page.locator('.layer-item').last().scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(400)
  const box = await page.locator('.board').boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual(0)
  expect(box !== null && box.y + box.height).toBeLessThan(500)
  // It can be used there as well.
  await square(page, 'e5').tap()
  await square(page, 'f7').tap()
  await expect(square(page, 'f7')).toHaveAttribute('aria-label', /white knight/)
  await context.close()
})

test('pieces are dragged on, over and off the board, and squares are painted', async ({ page }) => {
  await open(page, { fen: PIN })
  await page.getByRole('button', { name: 'Set up by hand' }).click()
  const dragTo = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x - 6, to.y - 6, { steps: 3 })
    await page.mouse.move(to.x, to.y)
    await page.mouse.up()
  }
  const piece = async (name: string) => {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox()
    if (box === null) throw new Error('the palette is not there')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  await dragTo(await piece('black queen'), await centre(page, 'd5'))
  await expect(square(page, 'd5')).toHaveAttribute('aria-label', /black queen/)
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await dragTo(await centre(page, 'd5'), await centre(page, 'h5'))
  await expect(square(page, 'h5')).toHaveAttribute('aria-label', /black queen/)
  await dragTo(await centre(page, 'b4'), { x: 1300, y: 880 })
  await expect(square(page, 'b4')).toHaveAttribute('aria-label', /empty/)
  await page.getByRole('button', { name: 'white pawn', exact: true }).click()
  const [start, end] = [await centre(page, 'a2'), await centre(page, 'h2')]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y, { steps: 30 })
  await page.mouse.up()
  for (const file of 'abcdefgh') await expect(square(page, `${file}2`)).toHaveAttribute('aria-label', /white pawn/)
  await page.mouse.click(start.x, start.y, { button: 'right' })
  await expect(square(page, 'a2')).toHaveAttribute('aria-label', /empty/)
  // By keyboard: the brush on one square.
  await page.getByRole('button', { name: 'Erase' }).click()
  await square(page, 'h2').focus()
  await page.keyboard.press('Enter')
  await expect(square(page, 'h2')).toHaveAttribute('aria-label', /empty/)
  await page.getByRole('button', { name: 'Use this position' }).click()
  await expect(page.getByLabel('FEN', { exact: true })).toHaveValue('4k3/8/8/7q/8/2N5/1PPPPPP1/4K3 w - - 0 1')
})

test('a finger sets up a position', async ({ browser }) => {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await open(page, { fen: PIN })
  await page.getByRole('button', { name: 'Set up by hand' }).tap()
  await swipe(page, 'b4', 'h4')
  await expect(square(page, 'h4')).toHaveAttribute('aria-label', /black bishop/)
  await page.getByRole('button', { name: 'white rook', exact: true }).tap()
  await swipe(page, 'a1', 'a2')
  await expect(square(page, 'a1')).toHaveAttribute('aria-label', /white rook/)
  await context.close()
})

test('an illegal move in a PGN shows the position before it and the reason', async ({ page }) => {
  await open(page)
  await page.locator('summary', { hasText: 'PGN' }).click()
  await page.getByLabel('Games').fill('[White "A"]\n\n1. e4 e5 2. Qh5 (2. Nf3 Nc6) 2... Nc6\n3. Qxf7+ {takes} Ke7? 4. Bc4 *\n')
  await page.getByRole('button', { name: 'Read' }).click()
  await expect(status(page)).toContainText('e8e7 is illegal')
  await expect(page.locator('.refused .arrow.no')).toHaveCount(1)
  await expect(page.locator('.history .ply')).toHaveText(['e4', 'e5', 'Qh5', 'Nc6', 'Qxf7+'])
  await expect(page.locator('details > [role=status]')).toContainText(/line \d+, column \d+/)
})

test('a port that is taken is one sentence and exit code 2', async ({ baseURL }) => {
  const port = new URL(baseURL ?? '').port
  const { status, stderr } = spawnSync(process.execPath, ['serve.mjs', 'dist', '--port', port], { encoding: 'utf8', timeout: 20_000 })
  expect(stderr).toBe(`lab: port ${port} is in use; choose another one with --port N\n`)
  expect(status).toBe(2)
})

async function serious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(' ')}`)
}

test('no serious finding of axe with own sets, a comparison, a set-up and a refusal', async ({ page }) => {
  const example = `compare=1&divide=${'e2e4-20.e2e5-3'}`
  for (const link of [`#fen=${KIWIPETE.replaceAll(' ', '_')}&tab=bits&layers=A&A=0x18&B=A%26%26&against=A:pinned`, `#moves=e2e4.e7e5&tab=count&${example}`, hash({ fen: PIN, try: 'c3d5' }), '#tab=learn&stop=3&step=3', '#tab=learn&stop=5&step=4', '#fen=8/8']) {
    await page.goto('about:blank')
    await page.goto(`./${link}`)
    await expect(page.getByRole('grid')).toBeVisible()
    expect(await serious(page), link).toEqual([])
  }
  await page.goto('./')
  await page.getByRole('button', { name: 'Set up by hand' }).click()
  expect(await serious(page), 'set-up').toEqual([])
})

test('pictures of every view, and nothing wider than the page', async ({ browser }) => {
  for (const [name, options] of [
    ['wide', { viewport: { width: 1360, height: 900 } }],
    ['wide-dark', { viewport: { width: 1360, height: 900 }, colorScheme: 'dark' }],
    ['middle', { viewport: { width: 1000, height: 800 } }],
    ['narrow', PHONE],
    ['narrow-dark', { ...PHONE, colorScheme: 'dark' }],
    ['forced', { viewport: { width: 1360, height: 900 }, forcedColors: 'active' }],
  ] as const) {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    for (const tab of VIEWS) {
      await page.goto('about:blank')
      await page.goto(`./${hash({ fen: '3k4/8/8/b3r3/8/2N5/3PB3/4K3 w - - 0 1', tab, layers: 'pinned.pin-lines.white-pinners', A: '0x41000', stop: '5' })}`)
      await expect(page.getByRole('tabpanel')).not.toHaveText('Loading …')
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} ${tab}`).toBeLessThanOrEqual(options.viewport.width)
      await page.screenshot({ path: `screenshots/${name}-${tab}.png` })
    }
    await context.close()
  }
})

test('everything by keyboard: views, layers, a lesson, a promotion', async ({ page }) => {
  const press = async (...keys: string[]) => { for (const key of keys) await page.keyboard.press(key) }
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')
  const tabTo = async (wanted: RegExp) => {
    for (let step = 0; step < 80; step++) {
      await press('Tab')
      if (wanted.test(await focused())) return
    }
    throw new Error(`no ${wanted} in the order of Tab`)
  }
  await page.goto('./')
  await expect(page.locator('.door').first()).toBeVisible()
  await tabTo(/^Board$/)
  await press('ArrowRight')
  expect(await focused()).toBe('Layers')
  await expect(page.locator('.layer-card').first()).toBeVisible()
  await press('Tab', 'Tab', 'Space')
  await expect(page.locator('.paint [data-layer="checkers"]')).toHaveCount(1)
  await page.getByRole('tab', { name: 'Layers' }).focus()
  await press('End')
  await expect(page.locator('.stop h2')).toContainText('1.')
  await tabTo(/^5\. Pin$/)
  await press('Enter')
  await page.getByRole('tab', { name: 'Learn' }).focus()
  await tabTo(/^Next step$/)
  await press('Enter', 'Enter')
  await expect(page).toHaveURL(/step=3/)
  expect(await focused()).toBe('Next step')
  await open(page, { fen: '8/P7/6k1/8/8/8/8/4K2R w K - 0 1' })
  await square(page, 'a7').focus()
  await press('Enter', 'ArrowUp', 'Enter')
  await expect.poll(focused).toBe('queen')
  await press('ArrowRight', 'Tab', 'Enter')
  await expect(square(page, 'a8')).toHaveAttribute('aria-label', /white bishop/)
})
