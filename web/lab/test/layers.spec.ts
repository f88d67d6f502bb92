import { expect, type Page, test } from '@playwright/test'
import { hex, layerNames, layers, Position, SQUARES_BY_NUMBER as SQUARES } from 'tabiya'
import { outline } from '../src/outline.ts'
import { hash, KIWIPETE, open, square } from './helpers'

const SIX = 'white-attacks.black-attacks.king-danger.pushes.occupied.white'
const ROOK = '4k3/3p4/8/8/1P1R1p2/8/3P4/4K3 w - - 0 1'

/** The contrast of WCAG between two colours as the browser gives them. */
function contrast(one: string, other: string): number {
  const light = (color: string) => {
    const [r, g, b] = (color.match(/[\d.]+/g) ?? []).map((part) => {
      const value = Number(part) / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * (r as number) + 0.7152 * (g as number) + 0.0722 * (b as number)
  }
  const [a, b] = [light(one), light(other)].sort((x, y) => y - x) as [number, number]
  return (a + 0.05) / (b + 0.05)
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`outlines of layers stand out from both kinds of squares, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await open(page, { fen: KIWIPETE, tab: 'layers', layers: SIX })
    const squares = await page.evaluate(() => ['a1', 'b1'].map((name) => getComputedStyle(document.querySelector(`[data-square="${name}"]`) as Element).backgroundColor))
    const lines = await page.locator('.paint .layer .outline').evaluateAll((all) => all.map((line) => getComputedStyle(line).stroke))
    expect(lines).toHaveLength(6)
    const figures = lines.flatMap((line) => squares.map((ground) => contrast(line, ground)))
    console.log(`contrast of outlines, ${colorScheme}: ${Math.min(...figures).toFixed(2)} to ${Math.max(...figures).toFixed(2)}`)
    expect(Math.min(...figures)).toBeGreaterThanOrEqual(3)
    expect(new Set(lines).size).toBe(6)
  })
}

test('every set of the library has a sentence, under one heading', async ({ page }) => {
  await open(page, { tab: 'layers' })
  await expect(page.locator('.layer-group').first()).toBeVisible()
  const named = await page.locator('.layer-group .layer-card').evaluateAll((cards) => cards.map((card) => card.querySelector('.layer-text')?.textContent ?? ''))
  expect(named).toHaveLength(layerNames().length)
  // The words are the library's, each sentence once and whole.
  for (const { sentence, title, group } of layers()) {
    expect(named.some((text) => text.toLowerCase().startsWith(`${sentence.toLowerCase()}.`)), sentence).toBe(true)
    const section = page.locator('.layer-group').filter({ has: page.getByRole('heading', { name: group, exact: true }) })
    await expect(section.locator('.layer-name').filter({ hasText: new RegExp(`^${title}$`) }), title).toHaveCount(1)
  }
})

test('pointing at a set shows it alone', async ({ page }) => {
  await open(page, { fen: KIWIPETE, tab: 'layers', layers: 'white-attacks.checkers.king-danger' })
  const painted = () => page.locator('.paint [data-layer]').evaluateAll((groups) => groups.map((group) => group.getAttribute('data-layer')))
  expect(await painted()).toEqual(['white-attacks', 'checkers', 'king-danger'])
  await page.locator('.set-card[data-set="king-danger"]').hover()
  await expect.poll(painted).toEqual(['king-danger'])
  await page.locator('.top').hover()
  await expect.poll(painted).toHaveLength(3)
  await page.getByRole('button', { name: 'Hide Attacked by White' }).focus()
  await expect.poll(painted).toEqual(['white-attacks'])
  await page.keyboard.press('Enter')
  // The focus is on the next set, which is shown alone in its turn.
  await expect.poll(painted).toEqual(['checkers'])
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Hide Checkers')
})

test('the line around a set encloses it', () => {
  const cells = (...list: string[]) => (column: number, row: number) => list.includes(`${column}${row}`)
  // One square: four sides, each inside of it.
  expect(outline(cells('00'), 10)).toBe('M10 10H90M10 90H90M10 10V90M90 10V90')
  // In the corner of an L the line turns around the other square.
  expect(outline(cells('00', '01', '11'), 10)).toContain('M90 10V110')
})

const figure = (page: Page, name: string) => page.locator(`[data-picture="${name}"]`)

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`magic and PEXT step by step, ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion })
    const [look] = new Position(ROOK).slider('d4')
    if (look === undefined) throw new Error('a rook is a slider')
    const bits = 64 - look.shift
    const read = (name: string, bit: string, mark: string) =>
      figure(page, name).locator(`[${bit}] text`).evaluateAll((texts, mark) => texts.map((text) => [text.closest('g')?.getAttribute(mark), text.textContent, text.getBoundingClientRect().x] as const), mark)

    await page.goto(`./${hash({ fen: ROOK, tab: 'learn', stop: '3' })}`)
    for (const name of ['Blockers', 'Multiply', 'Shift', 'Entry']) {
      await figure(page, 'rook-magic').getByRole('button', { name: 'Next step' }).click()
      await expect(figure(page, 'rook-magic').locator('[aria-current=step]')).toContainText(name)
      if (name === 'Multiply') await expect(page.locator('.copy')).toHaveCount(4)
      if (name === 'Shift') {
        // The bits that remain, read from left to right, are the index.
        await page.waitForTimeout(reducedMotion === 'reduce' ? 50 : 1200)
        const row = (await read('rook-magic', 'data-top', 'data-top')).sort((a, b) => a[2] - b[2])
        expect(row).toHaveLength(bits)
        expect(parseInt(row.map(([, digit]) => digit).join(''), 2)).toBe(look.magicIndex)
      }
    }
    await expect(page).toHaveURL(/step=5/)
    await expect(figure(page, 'rook-magic').locator('.moment')).toContainText(`Entry ${look.magicIndex} of ${look.entries}`)
    await expect(figure(page, 'rook-magic').locator('svg')).toContainText(hex(look.attacks))
    await expect(figure(page, 'rook-magic').locator('.attack')).toHaveCount(SQUARES.filter((_, index) => (look.attacks >> BigInt(index)) & 1n).length)

    await page.goto('about:blank')
    await page.goto(`./${hash({ fen: ROOK, tab: 'learn', stop: '4', step: '3' })}`)
    await expect(figure(page, 'rook-pext').locator('[data-bit]').first()).toBeVisible()
    await page.waitForTimeout(reducedMotion === 'reduce' ? 50 : 1200)
    const extracted = (await read('rook-pext', 'data-bit', 'data-bit')).sort((a, b) => a[2] - b[2])
    expect(parseInt(extracted.map(([, digit]) => digit).join(''), 2)).toBe(look.pextIndex)
    // Both indices stand below, as the text of the stop says.
    await expect(page.locator('[data-index=magic]')).toHaveText(String(look.magicIndex))
    await expect(page.locator('[data-index=pext]')).toHaveText(String(look.pextIndex))
    const motion = await figure(page, 'rook-pext').locator('.bit').first().evaluate((bit) => getComputedStyle(bit).transitionDuration)
    expect(motion).toBe(reducedMotion === 'reduce' ? '0s' : '0.6s')
  })
}

test('a picture plays by itself', async ({ page }) => {
  await page.goto(`./${hash({ fen: ROOK, tab: 'learn', stop: '4' })}`)
  await figure(page, 'rook-pext').getByRole('button', { name: 'Play' }).click()
  await expect(figure(page, 'rook-pext').locator('[aria-current=step]')).toContainText('Entry')
  await expect(figure(page, 'rook-pext').getByRole('button', { name: 'Play' })).toBeVisible()
})

test('pins and the check mask are computed step by step on the board', async ({ page }) => {
  const painted = async () => {
    const groups = await page.locator('.set-card').evaluateAll((cards) => cards.map((card) => [card.querySelector('h3')?.textContent, card.querySelector('.hex')?.textContent] as const))
    return Object.fromEntries(groups)
  }
  const last = async (stop: string) => {
    await page.goto('about:blank')
    await page.goto(`./#tab=learn&stop=${stop}`)
    const next = page.locator('.lesson').getByRole('button', { name: 'Next step' })
    await expect(next).toBeVisible()
    while ((await next.getAttribute('aria-disabled')) === 'false') await next.click()
  }
  await last('5')
  const pins = new Position('3k4/8/8/b3r3/8/2N5/3PB3/4K3 w - - 0 1')
  expect(await painted()).toEqual({ Pinned: hex(pins.layer('pinned')), 'Pin lines': hex(pins.layer('pin-lines')) })
  await page.locator('.lesson').getByRole('button', { name: 'Previous step' }).click()
  expect(Object.values(await painted())[1]).toBe(hex(pins.layer('white-pinners')))
  await last('6')
  const check = new Position('4k3/8/8/8/1b6/8/5PPP/R2QK2R w KQ - 0 1')
  await page.locator('.lesson').getByRole('button', { name: '3', exact: true }).click()
  expect(await painted()).toEqual({ 'Check mask': hex(check.layer('check-mask')) })
})

test('a stop links to its chapter, and the chapter is there', async ({ page }) => {
  // The links of the chapters name a position and a stop; the rest is the stop's own.
  await page.goto(`./${hash({ fen: '4k3/8/8/8/r3K3/8/8/8 w - - 0 1', tab: 'learn', stop: '8' })}`)
  await expect(page.locator('.set-card')).toHaveCount(2)
  await expect(page).not.toHaveURL(/layers=/)
  await page.goto('about:blank')
  await page.goto('./#tab=learn&stop=3')
  await page.getByRole('link', { name: 'Sliders four ways' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sliders four ways')
  expect(await page.locator('a[href*="localhost:4173"]').count()).toBe(0)
  await page.locator('main').getByRole('link', { name: 'Magic', exact: true }).click()
  await expect(page.locator('.stop h2')).toHaveText('3. Magic')
  await expect(square(page, 'd4')).toHaveAttribute('aria-label', /white rook/)
})
