import { expect, test } from '@playwright/test'
import { Position } from 'tabiya'

/** A small generator of numbers: the same clicks in every run. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return state % below
  }
}

const TEXTS = ['e2e4: 20\nd2d4: 19', '0x18', 'A & ~pinned', '8/8/8/8', '4k3/8/8/8/8/8/8/4K2R w K - 0 1', '1. e4 e5 2. Ke3', '3', '-2', 'east(B', '%']

for (const seed of [1, 2, 3]) {
  test(`random clicks and texts never break the page, seed ${seed}`, async ({ page }) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('dialog', (dialog) => void dialog.dismiss())
    await page.goto('./')
    await expect(page.getByRole('grid')).toBeVisible()
    const next = random(seed)
    const done: string[] = []
    for (let step = 0; step < 250; step++) {
      const what = next(10)
      // All in the page: one action costs a millisecond, and a control may vanish between two.
      const action = await page.evaluate(([what, which, text]) => {
        const pick = <T,>(list: T[]) => list[(which as number) % list.length]
        const all = <E extends HTMLElement>(selector: string) => [...document.querySelectorAll<E>(selector)].filter((element) => element.offsetParent !== null && !(element as unknown as HTMLButtonElement).disabled)
        if ((what as number) < 4) {
          const square = pick(all<HTMLButtonElement>('.cell'))
          square?.click()
          return `square ${square?.dataset['square']}`
        }
        if ((what as number) === 4) {
          const field = pick(all<HTMLInputElement>('input[type=text], input[type=number], textarea'))
          if (!field) return 'no field'
          field.focus()
          field.value = text as string
          field.dispatchEvent(new Event('input', { bubbles: true }))
          return `type ${text}`
        }
        if ((what as number) === 5) {
          const select = pick(all<HTMLSelectElement>('select'))
          if (!select) return 'no list'
          select.selectedIndex = (which as number) % select.options.length
          select.dispatchEvent(new Event('change', { bubbles: true }))
          return `select ${select.value}`
        }
        const control = pick(all<HTMLElement>('#lab button:not(.cell), input[type=checkbox], input[type=radio], summary'))
        control?.click()
        return `press ${control?.textContent?.slice(0, 20) || control?.getAttribute('aria-label') || control?.getAttribute('type')}`
      }, [what, next(1_000_003), TEXTS[next(TEXTS.length)] as string] as const)
      done.push(action)
      if (step % 10 === 9) {
        const broken = await page.getByText('could not draw this page').count()
        expect(broken, done.slice(-12).join('; ')).toBe(0)
        expect(errors, done.slice(-12).join('; ')).toEqual([])
      }
    }
    // The address is a link to a legal state: its position and moves can be played, and it opens.
    const parts = new URLSearchParams((await page.evaluate(() => location.hash)).slice(1))
    const fen = parts.get('fen')?.replaceAll('_', ' ')
    if (fen !== undefined) (parts.get('moves') ?? '').split('.').filter((move) => move !== '').reduce((position, move) => position.after(move), new Position(fen))
    await page.reload()
    await expect(page.getByRole('grid')).toBeVisible()
    await expect(page.getByText('could not draw this page')).toHaveCount(0)
    expect(errors).toEqual([])
  })
}
