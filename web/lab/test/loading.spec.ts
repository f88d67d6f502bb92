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
  test(`statistics are a table with a head and aligned numbers that scrolls by itself, ${name}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ ...options, ...(baseURL !== undefined && { baseURL }) })
    const page = await context.newPage()
    await open(page, { fen: KIWIPETE, tab: 'count', depth: '3' })
    await page.getByRole('checkbox', { name: 'Statistics' }).check()
    await page.getByRole('button', { name: 'Count', exact: true }).click()
    const table = page.locator('table.statistics')
    await expect(table.locator('td')).toHaveText(['97 862', '17 102', '45', '3 162', '0', '993', '0', '0', '1'])
    await expect(table.locator('th')).toHaveText(['Leaves', 'Captures', 'En passant', 'Castles', 'Promotions', 'Checks', 'Discovered', 'Double', 'Mates'])
    const looks = await table.locator('th, td').evaluateAll((cells) => cells.map((cell) => {
      const { textAlign, fontVariantNumeric, whiteSpace, paddingLeft, borderBottomWidth } = getComputedStyle(cell)
      return { head: cell.tagName === 'TH', textAlign, fontVariantNumeric, whiteSpace, padding: parseFloat(paddingLeft), border: parseFloat(borderBottomWidth), right: Math.round(cell.getBoundingClientRect().right) }
    }))
    for (const look of looks) {
      expect(look).toMatchObject({ textAlign: 'right', whiteSpace: 'nowrap' })
      expect(look.padding).toBeGreaterThan(3)
      expect(look.border).toBeGreaterThan(0)
      if (!look.head) expect(look.fontVariantNumeric).toBe('tabular-nums')
    }
    // Heads end where their numbers end.
    expect(looks.filter(({ head }) => head).map(({ right }) => right)).toEqual(looks.filter(({ head }) => !head).map(({ right }) => right))
    // On a phone the table scrolls, not the page, and by keyboard too.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width)
    const region = page.getByRole('region', { name: 'Statistics' })
    await region.focus()
    await expect(region).toBeFocused()
    if (options.viewport.width < 500) expect(await region.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
    await page.screenshot({ path: `screenshots/${name}-statistics.png` })
    await context.close()
  })
}
