import { expect, type Page } from '@playwright/test'

export const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
export const PIN = '4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1'

/** The part of a link behind its address. */
export function hash(parts: Record<string, string>): string {
  return '#' + Object.entries(parts).map(([name, value]) => `${name}=${value.replaceAll(' ', '_')}`).join('&')
}

/** Opens the Lab as a link would; without a position at the start of a game. */
export async function open(page: Page, parts: Record<string, string> = {}): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`./${hash({ fen: START, ...parts })}`)
  await expect(page.getByRole('grid')).toBeVisible()
}

export const square = (page: Page, name: string) => page.locator(`[data-square="${name}"]`)
export const status = (page: Page) => page.locator('.status')

export async function centre(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await square(page, name).boundingBox()
  if (box === null) throw new Error('the board is not there')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

export async function drag(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = [await centre(page, from), await centre(page, to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(end.x - 5, end.y - 5, { steps: 4 })
  await page.mouse.move(end.x, end.y)
  await page.mouse.up()
}

/** A finger, as the browser gets it: put down, drawn over the board, lifted. */
export async function swipe(page: Page, from: string, to: string): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const [start, end] = [await centre(page, from), await centre(page, to)]
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] })
  // The finger rests before it is lifted: behind a fling the browser would swallow the next tap.
  for (const part of [0.3, 0.6, 1, 1]) {
    if (part === 1) await page.waitForTimeout(100)
    const point = { x: start.x + part * (end.x - start.x), y: start.y + part * (end.y - start.y) }
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
