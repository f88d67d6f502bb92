import { expect, type Page, test } from '@playwright/test'
import { Position } from 'tabiya'
import { centre, drag, hash, KIWIPETE, open, PIN, square, START, status } from './helpers'

const result = (page: Page) => page.locator('[aria-label=Result] [role=status]')
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-square') ?? document.activeElement?.textContent ?? '')

async function countHere(page: Page, depth: string): Promise<void> {
  await page.getByLabel('Depth', { exact: true }).fill(depth)
  await page.getByRole('button', { name: 'Count', exact: true }).click()
  await expect(result(page)).toContainText('leaves')
}

test('moves of a divide are played where they were counted', async ({ page }) => {
  await open(page, { tab: 'count' })
  await countHere(page, '2')
  await expect(result(page)).toContainText('✓ the public count')
  await page.locator('.divide .move', { hasText: 'e2e4' }).click()
  await expect(square(page, 'e4')).toHaveAttribute('aria-label', /white pawn/)
  // The divide is of another position now: its mark is gone, and it says so.
  await expect(result(page)).not.toContainText('public count')
  await expect(page.getByText('Counted in another position')).toBeVisible()
  await page.locator('.divide .move', { hasText: 'd2d4' }).click()
  await expect(square(page, 'd4')).toHaveAttribute('aria-label', /white pawn/)
  await expect(square(page, 'e4')).toHaveAttribute('aria-label', /empty/)
  await page.getByRole('button', { name: 'Back to it' }).click()
  await expect(square(page, 'd2')).toHaveAttribute('aria-label', /white pawn/)
  await expect(result(page)).toContainText('✓ the public count')
})

test('no link brings an illegal move into the page', async ({ page }) => {
  await page.goto(`./${hash({ moves: 'e2e4.e7e5.e4e5.d7d5', ply: '9' })}`)
  await expect(status(page)).toContainText('Move 3 of this link cannot be played')
  await expect(page.locator('.history .ply')).toHaveCount(2)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(status(page)).toContainText('White to move')
})

for (const bad of ['%', '8/8/8', '%E0%A4%A', `${START.replaceAll(' ', '_')}x`]) {
  test(`a link with the FEN ${bad} says what is wrong with it`, async ({ page }) => {
    await page.goto(`./#fen=${bad}`)
    await expect(status(page)).toContainText('The position of this link cannot be read')
    await expect(page.locator('.mistakes li').first()).toContainText('column')
    await expect(page.getByRole('grid')).toBeVisible()
  })
}

test('strange parts of a link do no harm', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  for (const part of ['&&&', 'tab', 'stop=-3&tab=learn', 'stop=99&tab=learn', 'layers=pink.%', 'kind=odd&tab=moves', 'depth=-2&tab=count', 'A=%25%25&tab=bits', 'try=zz', 'compare=99&divide=~~&tab=count', 'square=z9&tab=layers&layers=rook-attacks', 'against=A:none&tab=bits', 'walk=e2e5&compare=3&divide=e2e4-3&tab=count']) {
    await page.goto('about:blank')
    await page.goto(`./#${part}`)
    await expect(page.getByRole('grid')).toBeVisible()
    await expect(page.getByRole('tabpanel')).not.toHaveText('Loading …')
    await expect(page.getByText('could not draw')).toHaveCount(0)
  }
  expect(errors).toEqual([])
})

test('an error in drawing shows a message with a way back', async ({ page }) => {
  await page.addInitScript(() => {
    // The page asks for this while it draws the divide.
    const format = Intl.NumberFormat.prototype
    const getter = Object.getOwnPropertyDescriptor(format, 'format')
    Object.defineProperty(format, 'format', { get() { if (location.hash.includes('tab=count')) throw new Error('on purpose'); return getter?.get?.call(this) } })
  })
  await open(page, { tab: 'count', fen: KIWIPETE })
  await page.getByLabel('Depth', { exact: true }).fill('1')
  await page.getByRole('button', { name: 'Count', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('on purpose')
  await page.getByRole('button', { name: 'Back to the position' }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(square(page, 'e5')).toHaveAttribute('aria-label', /white knight/)
})

test('a FEN can be typed, letter by letter', async ({ page }) => {
  await open(page)
  const field = page.getByLabel('FEN', { exact: true })
  await field.fill('')
  await field.pressSequentially('4k3/8/8/8/8/8/4P3/4K3 b - - 3 17')
  await expect(field).toHaveValue('4k3/8/8/8/8/8/4P3/4K3 b - - 3 17')
  await expect(status(page)).toContainText('Black to move')
  await field.fill('4k3/8/8/8/8/8/8/4K2R')
  await expect(page.getByText('Read as')).toContainText('4k3/8/8/8/8/8/8/4K2R w - - 0 1')
  await field.press('Enter')
  await expect(square(page, 'h1')).toHaveAttribute('aria-label', /white rook/)
})

test('the dialog of a promotion fits a phone, is seen in the dark, and Escape ends it', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await open(page, { fen: '8/P7/6k1/8/8/8/8/4K2R w K - 0 1' })
  await square(page, 'a7').tap()
  await square(page, 'a8').tap()
  const dialog = page.getByRole('dialog')
  for (const name of ['queen', 'rook', 'bishop', 'knight', 'Cancel']) {
    const box = await dialog.getByRole('button', { name }).boundingBox()
    expect(box !== null && box.x >= 0 && box.x + box.width <= 390 && box.width >= 24 && box.height >= 24, name).toBe(true)
  }
  // Black outlines of the pieces need a light ground.
  const ground = await dialog.getByRole('button', { name: 'queen' }).evaluate((button) => getComputedStyle(button).backgroundColor)
  expect(Math.min(...(ground.match(/\d+/g) ?? []).map(Number))).toBeGreaterThan(150)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await focused(page)).toBe('a7')
  await square(page, 'a7').tap()
  await square(page, 'a8').tap()
  await dialog.getByRole('button', { name: 'rook' }).tap()
  await expect(square(page, 'a8')).toHaveAttribute('aria-label', /white rook/)
  expect(await focused(page)).toBe('a8')
  await context.close()
})

test('every view speaks of the position that is set up', async ({ page }) => {
  await open(page, { fen: PIN })
  await page.getByRole('button', { name: 'Set up by hand' }).click()
  await drag(page, 'b4', 'h8')
  await page.getByRole('tab', { name: 'Moves' }).click()
  await expect(square(page, 'h8')).toHaveAttribute('aria-label', /black bishop/)
  await expect(page.getByText(/^\d+ moves$/)).toHaveText(`${new Position('4k2b/8/8/8/8/2N5/8/4K3 w - - 0 1').legalMoves().length} moves`)
})

for (const [name, viewport] of [['a desktop', { width: 1360, height: 900 }], ['a phone', { width: 390, height: 844 }]] as const) {
  test(`the box of a layer stays where it is when it is ticked, on ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await open(page, { tab: 'layers' })
    const box = page.locator('.layer-item', { hasText: 'King danger' }).first().locator('input')
    await box.scrollIntoViewIfNeeded()
    const before = await box.boundingBox()
    await box.click()
    await expect(page.locator('.paint [data-layer="king-danger"]')).toHaveCount(1)
    expect(await box.boundingBox()).toEqual(before)
    await box.click()
    expect(await box.boundingBox()).toEqual(before)
  })
}

test('Alt with an arrow stays with the browser; arrows alone and the wheel step', async ({ page }) => {
  await open(page, { moves: 'e2e4.e7e5.g1f3' })
  await page.evaluate(() => addEventListener('keydown', (event) => { document.title = String(event.defaultPrevented) }))
  await page.locator('.tabs').evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true, bubbles: true, cancelable: true })))
  expect(await page.title()).toBe('false')
  await expect(page.locator('.ply.on')).toHaveText('Nf3')
  await page.keyboard.press('ArrowLeft')
  await expect(page.locator('.ply.on')).toHaveText('e5')
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('.ply.on')).toHaveText('Nf3')
  const { x, y } = await centre(page, 'e5')
  await page.mouse.move(x, y)
  await page.mouse.wheel(0, -120)
  await expect(page.locator('.ply.on')).toHaveText('e5')
  await page.mouse.wheel(0, 120)
  await expect(page.locator('.ply.on')).toHaveText('Nf3')
})

test('the browser goes back from a position to the one before', async ({ page }) => {
  await open(page)
  await page.getByRole('link', { name: /Tabiya/ }).click()
  await page.getByRole('button', { name: 'Why is this move illegal?' }).click()
  await expect(status(page)).toContainText('e5d6 is illegal')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Why is this move illegal?' })).toBeVisible()
  await page.goBack()
  await expect(square(page, 'e2')).toHaveAttribute('aria-label', /white pawn/)
})

test('the arrow of a refused castle ends where it was tried', async ({ page }) => {
  await open(page, { fen: '4k3/8/8/8/2b2r2/8/8/R3K2R w KQ - 0 1' })
  await drag(page, 'e1', 'g1')
  await expect(page.locator('.refused .arrow.no')).toHaveCount(1)
  const box = await page.locator('.refused .arrow.no').boundingBox()
  const [g1, h1] = [await centre(page, 'g1'), await centre(page, 'h1')]
  expect(box !== null && box.x + box.width > g1.x - 20 && box.x + box.width < (g1.x + h1.x) / 2).toBe(true)
})

test('in Chess960 the castling rook is a marked target', async ({ page }) => {
  await open(page, { fen: '4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1' })
  await square(page, 'e1').click()
  for (const rook of ['b1', 'g1']) await expect(square(page, rook)).toHaveAttribute('aria-label', /legal target/)
  await square(page, 'g1').click()
  await expect(square(page, 'g1')).toHaveAttribute('aria-label', /white king/)
})

test('the focus stays after Count, Take back and Hide all', async ({ page }) => {
  await open(page, { tab: 'count', moves: 'e2e4', layers: 'pinned' })
  await page.getByRole('button', { name: 'Count', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(result(page)).toContainText('leaves')
  await expect.poll(() => focused(page)).toMatch(/^(Count|Stop)$/)
  await page.getByRole('button', { name: 'Take back' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.ply')).toHaveCount(0)
  expect(await focused(page)).toBe('Take back')
  await page.getByRole('button', { name: 'Hide all' }).focus()
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('view')
})

test('a long game scrolls to the move on the board, and the page does not', async ({ page }) => {
  const moves = Array.from({ length: 40 }, () => ['g1f3', 'g8f6', 'f3g1', 'f6g8']).flat()
  await open(page, { moves: moves.join('.') })
  const seen = async () => {
    const [list, on] = [await page.locator('.history').boundingBox(), await page.locator('.ply.on').boundingBox()]
    return list !== null && on !== null && on.y >= list.y - 1 && on.y + on.height <= list.y + list.height + 1
  }
  await expect.poll(seen).toBe(true)
  await page.getByRole('button', { name: 'To the start' }).click()
  await page.getByRole('button', { name: 'Forward' }).click()
  await expect.poll(seen).toBe(true)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a depth is a whole number in range', async ({ page }) => {
  await open(page, { tab: 'count' })
  for (const depth of ['-2', '0', '11', '2.5', '']) {
    await page.getByLabel('Depth', { exact: true }).fill(depth)
    await expect(page.getByRole('alert')).toContainText('whole number from 1 to 10')
    await page.getByRole('button', { name: 'Count', exact: true }).click({ force: true })
    await expect(page.locator('[aria-label=Result]')).toHaveCount(0)
  }
})

test('fields of code are monospaced, and buttons keep their width', async ({ page }) => {
  await open(page)
  await page.locator('summary', { hasText: 'PGN' }).click()
  for (const field of [page.getByLabel('FEN', { exact: true }), page.getByLabel('Games')]) {
    expect(await field.evaluate((element) => getComputedStyle(element).fontFamily)).toContain('monospace')
  }
  const [read, write] = [await page.getByRole('button', { name: 'Read' }).boundingBox(), await page.getByRole('button', { name: 'Write this game' }).boundingBox()]
  expect(read?.y).toBe(write?.y)
  expect(read !== null && read.width < 120).toBe(true)
})

test('forced colours keep the board and the marks of what is chosen', async ({ browser }) => {
  const context = await browser.newContext({ forcedColors: 'active' })
  const page = await context.newPage()
  await open(page, { fen: PIN, tab: 'layers', layers: 'pinned' })
  const color = (locator: ReturnType<typeof square>) => locator.evaluate((cell) => getComputedStyle(cell).backgroundColor)
  expect(await color(square(page, 'a1'))).not.toBe(await color(square(page, 'a2')))
  await page.getByRole('tab', { name: 'Moves' }).click()
  expect(await page.locator('.chip.on').evaluate((chip) => getComputedStyle(chip).outlineStyle)).toBe('solid')
  await context.close()
})
