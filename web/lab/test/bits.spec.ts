import { expect, type Page, test } from '@playwright/test'
import { hex, Position, setOf } from 'tabiya'
import { BitsError, CORNERS, evaluate, nearest, picture, relaid } from '../src/bits.ts'
import { KIWIPETE, open, square } from './helpers'

const PINNED = '3k4/8/8/b3r3/8/2N5/3PB3/4K3 w - - 0 1'
const own = (page: Page, name: string) => page.locator(`[data-own="${name}"]`)

async function add(page: Page, text: string): Promise<void> {
  await page.getByLabel('Number, board or expression').fill(text)
  await page.getByRole('button', { name: 'Add' }).click()
}

test('numbers, boards and expressions become layers, and are compared with those of the library', async ({ page, context }) => {
  const position = new Position(PINNED)
  await open(page, { fen: PINNED, tab: 'bits' })
  await add(page, hex(setOf(['e2', 'c3'])))
  await expect(square(page, 'c3')).toHaveAttribute('aria-label', /in A/)
  // The nearest layers come without asking.
  await expect(own(page, 'A').locator('.against')).toContainText('Pinned')
  await own(page, 'A').getByLabel('Compare with').selectOption('pinned')
  await expect(own(page, 'A').locator('.against')).toContainText('Yours against Pinned: + c3')
  await expect(page.locator('.differs.extra')).toHaveCount(1)
  await expect(square(page, 'c3')).toHaveAttribute('aria-label', /not in pinned/)
  await add(page, 'A & ~pinned')
  await expect(own(page, 'B').locator('.hex')).toHaveText(hex(setOf(['c3'])))
  await own(page, 'B').getByRole('button', { name: 'north', exact: true }).click()
  await expect(own(page, 'B').locator('.hex')).toHaveText(hex(setOf(['c4'])))
  await own(page, 'B').getByRole('button', { name: 'Work out' }).click()
  await expect(own(page, 'B').getByRole('textbox')).toHaveValue(hex(setOf(['c4'])))
  await add(page, 'white-pawns | black-attacks')
  await expect(own(page, 'C').locator('.hex')).toHaveText(hex(position.layer('white-pawns') | position.layer('black-attacks')))
  await add(page, 'A & & B')
  await expect(own(page, 'D').locator('.error')).toContainText('column 5: expected a set, found "&"')
  const other = await context.newPage()
  await other.goto(await page.evaluate(() => location.href))
  await expect(own(other, 'C').locator('.hex')).toHaveText(hex(position.layer('white-pawns') | position.layer('black-attacks')))
  await expect(own(other, 'A').locator('.against')).toContainText('+ c3')
})

test('squares are clicked into a set, by mouse and by keyboard', async ({ page }) => {
  await open(page, { fen: KIWIPETE, tab: 'bits' })
  await page.getByRole('button', { name: 'Click squares' }).click()
  for (const name of ['a1', 'e4', 'h8', 'e4']) await square(page, name).click()
  await expect(own(page, 'A').locator('.hex')).toHaveText(hex(setOf(['a1', 'h8'])))
  await square(page, 'd5').focus()
  await page.keyboard.press('Enter')
  await expect(own(page, 'A').locator('.hex')).toHaveText(hex(setOf(['a1', 'h8', 'd5'])))
  // No piece has moved.
  await expect(square(page, 'a1')).toHaveAttribute('aria-label', /white rook/)
  await page.getByText('h8', { exact: true }).click()
  // The number stays; in another layout it means other squares.
  await expect(square(page, 'd5')).not.toHaveAttribute('aria-label', /in A/)
  await expect(square(page, 'e4')).toHaveAttribute('aria-label', /in A/)
  await expect(own(page, 'A').locator('.hex')).toHaveText(hex(setOf(['a1', 'h8', 'd5'])))
})

test('the four layouts put bit 0 on their corners', () => {
  const none = () => null
  for (const corner of CORNERS) {
    expect(evaluate('1', corner, none), corner).toBe(setOf([corner]))
    expect(relaid(relaid(0x123456789abcdefn, corner), corner)).toBe(0x123456789abcdefn)
  }
  expect(evaluate('2', 'a1', none)).toBe(setOf(['b1']))
  expect(evaluate('2', 'h1', none)).toBe(setOf(['g1']))
  expect(evaluate('1 << 8', 'a8', none)).toBe(setOf(['a7']))
  // Squares and directions are those of the board in every layout.
  for (const corner of CORNERS) {
    expect(evaluate('e4', corner, none), corner).toBe(setOf(['e4']))
    expect(evaluate('north(e4 | h8) | east(h1 | a1)', corner, none), corner).toBe(setOf(['e5', 'b1']))
    expect(evaluate('flipv(a1) | fliph(a2) | flipdiag(a4) | rotate180(a5)', corner, none), corner).toBe(setOf(['a8', 'h2', 'd1', 'h4']))
  }
})

test('what an expression may hold, and what it says when it is wrong', () => {
  const sets: Record<string, bigint> = { A: 0xffn, B: 0xf0n, pinned: 0x10n, 'pin-lines': 0x30n }
  const value = (text: string) => evaluate(text, 'a1', (name) => sets[name] ?? null)
  expect(value('A & ~B')).toBe(0x0fn)
  expect(value('A-B')).toBe(0x0fn)
  expect(value('pin-lines - pinned')).toBe(0x20n)
  expect(value('1 | 2 ^ 3 & 6 << 1')).toBe(1n | (2n ^ (3n & (6n << 1n))))
  expect(value('0xFFull ^ 0b1111 ^ 1_0')).toBe(0xffn ^ 15n ^ 10n)
  expect(value('-1')).toBe(0xffff_ffff_ffff_ffffn)
  expect(value('(0x11 ^ (0x11 - 2 * 1))')).toBe(0x11n ^ 0x0fn)
  expect(value('0'.repeat(63) + '1')).toBe(1n)
  for (const [text, message] of [['', 'column 1'], ['A &', 'column 4: expected a set, found the end'], ['A $', 'column 3: "$"'], ['pink', 'there is no set "pink"'], ['0x1ffffffffffffffff', 'more than 64 bits'], ['(A', 'expected ")"'], ['A B', 'column 3'], ['north A', 'expected "("']] as const) {
    expect(() => value(text), text).toThrow(BitsError)
    expect(() => value(text), text).toThrow(message)
  }
})

test('drawn boards of other programs', () => {
  const diagonal = 0x8040201008040201n
  const rows = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => Array.from({ length: 8 }, (_, file) => (file === rank ? '1' : '0')))
  expect(picture(rows.map((row) => row.join('')).join('\n'))).toBe(diagonal)
  expect(picture(rows.map((row, index) => `${8 - index}  ${row.join(' ')}`).join('\n') + '\n\n   a b c d e f g h')).toBe(diagonal)
  const frame = '+---+---+---+---+---+---+---+---+'
  expect(picture([frame, ...rows.flatMap((row, index) => [`| ${row.map((cell) => (cell === '1' ? 'X' : '.')).join(' | ')} | ${8 - index}`, frame])].join('\n'))).toBe(diagonal)
  expect(picture('1 2 3')).toBeNull()
})

test('the nearest layers', () => {
  const near = nearest(0b111n, [['far', 0xff00n], ['near', 0b11n], ['same', 0b111n]])
  expect(near.map(({ name }) => name)).toEqual(['same', 'near', 'far'])
  expect(near[1]).toMatchObject({ extra: 0b100n, missing: 0n })
})
