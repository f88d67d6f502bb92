import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { open, square, status } from './helpers'

const CHECK = '4k3/8/8/8/8/8/8/K3R3 b - - 0 1'
const stop = (fen: string) => ({ fen, tab: 'learn', stop: '13' })

test('moves are taken back on the board, and played again', async ({ page }) => {
  await open(page, stop(CHECK))
  const past = page.getByRole('region', { name: 'The last move' })
  await expect(past.locator('[role=status]')).toContainText(/explain the check from e1/)
  // The rook cannot have come along the file on which it gives check.
  await expect(past.getByRole('button', { name: /^Take back b1e1,/ }).first()).toBeVisible()
  await expect(past.getByRole('button', { name: /^Take back e\de1,/ })).toHaveCount(0)
  const way = past.getByRole('button', { name: 'Take back b1e1, capturing a knight' })
  await way.hover()
  await expect(page.locator('.arrow.shown')).toHaveCount(1)
  await way.click()
  await expect(square(page, 'b1')).toHaveAttribute('aria-label', /white rook/)
  await expect(square(page, 'e1')).toHaveAttribute('aria-label', /black knight/)
  await expect(page).toHaveURL(/moves=b1e1&ply=0&tab=learn/)
  await expect(status(page)).toContainText('White to move')
  // The move is there to be played again, and the link shows the same page.
  await page.getByRole('button', { name: 'Forward' }).click()
  await expect(square(page, 'e1')).toHaveAttribute('aria-label', /white rook/)
  await expect(past.locator('[role=status]')).toContainText(/explain the check from e1/)
  await page.goBack()
  await expect(square(page, 'e1')).toHaveAttribute('aria-label', /white rook/)
})

test('every position before, with each choice of castling rights', async ({ page }) => {
  await open(page, stop('4k3/8/8/8/8/8/R7/4K3 b - - 1 1'))
  await page.locator('summary', { hasText: 'Every position before' }).click()
  const before = page.locator('.befores button')
  await expect(before.filter({ hasText: /^a1a2\s.*R3K3 w - -/ })).toHaveCount(1)
  await before.filter({ hasText: /^a1a2\s.*R3K3 w Q -/ }).click()
  await expect(square(page, 'a1')).toHaveAttribute('aria-label', /white rook/)
  await expect(page).toHaveURL(/R3K3_w_Q_-/)
})

test('castling, en passant and a check that cannot be', async ({ page }) => {
  await open(page, stop('4k3/8/8/8/8/8/8/5RK1 b - - 1 1'))
  await page.getByRole('button', { name: 'Take back e1h1, castling' }).click()
  await expect(square(page, 'e1')).toHaveAttribute('aria-label', /white king/)
  await expect(square(page, 'h1')).toHaveAttribute('aria-label', /white rook/)
  await page.getByRole('button', { name: 'A pawn just jumped' }).click()
  await expect(page.locator('.backwards [role=status]')).toHaveText('1 move can have led here.')
  await page.getByRole('button', { name: 'Take back d7d5, without a capture' }).click()
  await expect(square(page, 'd7')).toHaveAttribute('aria-label', /black pawn/)
  await page.getByRole('button', { name: 'A check that cannot be' }).click()
  await expect(page.locator('.backwards [role=status]')).toHaveText('No last move can have led to the check from d2.')
  await expect(page.locator('.past')).toHaveCount(0)
})

test('by keyboard, without a serious finding of axe, and linked with the guide', async ({ page }) => {
  await open(page, stop(CHECK))
  const way = page.getByRole('button', { name: 'Take back d1e1, without a capture' })
  await way.focus()
  await expect(page.locator('.arrow.shown')).toHaveCount(1)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(square(page, 'd1')).toHaveAttribute('aria-label', /white rook/)
  await page.getByRole('link', { name: 'Backwards' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Backwards')
  await page.getByRole('link', { name: 'Backwards', exact: true }).last().click()
  await expect(page.locator('.stop h2')).toHaveText('13. Backwards')
})

test('pictures of the stop, and nothing wider than the page', async ({ browser }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  for (const [name, options] of [
    ['wide', { viewport: { width: 1360, height: 900 } }],
    ['wide-dark', { viewport: { width: 1360, height: 900 }, colorScheme: 'dark' }],
    ['narrow', phone],
    ['narrow-dark', { ...phone, colorScheme: 'dark' }],
    ['forced', { viewport: { width: 1360, height: 900 }, forcedColors: 'active' }],
  ] as const) {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    await open(page, stop('r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10'))
    await page.locator('summary', { hasText: 'Every position before' }).click()
    await expect(page.locator('.befores li').first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(options.viewport.width)
    await page.screenshot({ path: `screenshots/${name}-backwards.png`, fullPage: true })
    await open(page, stop(CHECK))
    await page.getByRole('button', { name: 'Take back b1e1, capturing a knight' }).focus()
    await expect(page.locator('.arrow.shown')).toHaveCount(1)
    await page.screenshot({ path: `screenshots/${name}-backwards-check.png` })
    await context.close()
  }
})
