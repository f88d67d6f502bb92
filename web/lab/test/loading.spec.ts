/** What is seen when a file does not come, and the look of the statistics. */
import { expect, test } from '@playwright/test'
import { KIWIPETE, open } from './helpers'

for (const [what, pattern] of [['the module', '**/*.wasm'], ['the scripts', '**/assets/*.js']] as const) {
  test(`without ${what} the page says so before anything is drawn, and can try again`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ serviceWorkers: 'block', ...(baseURL !== undefined && { baseURL }) })
    const page = await context.newPage()
    await page.route(pattern, (route) => route.abort())
    await page.goto('./#fen=8/8')
    await expect(page.locator('.status')).toContainText('The Lab could not be loaded.')
    await expect(page.locator('html')).toHaveAttribute('data-loading', '')
    await page.unroute(pattern)
    await page.getByRole('link', { name: 'open the first screen' }).click()
    await expect(page.getByRole('grid')).toBeVisible()
    await expect(page.locator('.door')).toHaveCount(3)
    await context.close()
  })
}

test('a view whose script does not come offers another try', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ serviceWorkers: 'block', ...(baseURL !== undefined && { baseURL }) })
  const page = await context.newPage()
  await open(page)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.getByRole('tab', { name: 'Layers' }).click()
  await expect(page.getByRole('alert')).toContainText('This view could not be loaded.')
  await expect(page.getByRole('grid')).toBeVisible()
  await context.close()
})

for (const [name, options] of [
  ['wide', { viewport: { width: 1360, height: 900 } }],
  ['narrow-dark', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' }],
] as const) {
  test(`all statistics are in sight, each a name above its number, ${name}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ ...options, ...(baseURL !== undefined && { baseURL }) })
    const page = await context.newPage()
    await open(page, { fen: KIWIPETE, tab: 'count', depth: '3' })
    await page.getByRole('checkbox', { name: 'Statistics' }).check()
    await page.getByRole('button', { name: 'Count', exact: true }).click()
    const list = page.locator('.statistics')
    await expect(list.locator('dd')).toHaveText(['97 862', '17 102', '45', '3 162', '0', '993', '0', '0', '1'])
    await expect(list.locator('dt')).toHaveText(['Leaves', 'Captures', 'En passant', 'Castles', 'Promotions', 'Checks', 'Discovered', 'Double', 'Mates'])
    const cells = await list.locator('div').evaluateAll((all) => all.map((cell) => {
      const [box, name, number] = [cell, ...cell.children].map((part) => part.getBoundingClientRect()) as [DOMRect, DOMRect, DOMRect]
      const { textAlign, fontVariantNumeric, whiteSpace } = getComputedStyle(cell.lastElementChild as Element)
      return { left: box.left, right: box.right, above: name.bottom <= number.top, fits: cell.scrollWidth <= cell.clientWidth, textAlign, fontVariantNumeric, whiteSpace, border: parseFloat(getComputedStyle(cell).borderTopWidth) }
    }))
    for (const cell of cells) {
      expect(cell).toMatchObject({ above: true, fits: true, textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' })
      expect(cell.border).toBeGreaterThan(0)
      expect(cell.left).toBeGreaterThanOrEqual(0)
      expect(cell.right).toBeLessThanOrEqual(options.viewport.width)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width)
    await list.scrollIntoViewIfNeeded()
    await page.screenshot({ path: `screenshots/${name}-statistics.png` })
    await context.close()
  })
}
