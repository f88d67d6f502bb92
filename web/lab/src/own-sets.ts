/** What the board and the buttons do to the user's own sets. */
import { hex, SQUARES_BY_NUMBER as SQUARES, type Square } from 'tabiya'
import { BitsError, isPlain, relaid } from './bits'
import { ownSet } from './sets'
import { gameOf, get, update } from './state'

const NAMES = [...'ABCDEFGH']

/** A new set, shown on the board at once. */
export function addBits(text = '0x0'): void {
  const { bits, layers } = get()
  const name = NAMES.find((letter) => !bits.some((own) => own.name === letter))
  if (name === undefined) return
  update({ bits: [...bits, { name, text }].sort((a, b) => a.name.localeCompare(b.name)), layers: [...layers, name] })
}

export function changeBits(name: string, text: string): void {
  update({ bits: get().bits.map((own) => (own.name === name ? { name, text } : own)) })
}

export function removeBits(name: string): void {
  const { bits, layers, editing } = get()
  update({ bits: bits.filter((own) => own.name !== name), layers: layers.filter((id) => id !== name), editing: editing === name ? null : editing })
}

/** Turns the bit of a square in the set that is being edited. An expression becomes its value first. */
export function clickBits(square: Square): void {
  const lab = get()
  if (lab.editing === null) return
  const own = lab.bits.find(({ name }) => name === lab.editing)
  const value = own !== undefined && isPlain(own.text) && own.text.trim() === '' ? 0n : ownSet(lab, gameOf(lab).position, lab.editing)
  const set = value instanceof BitsError ? 0n : value
  changeBits(lab.editing, hex(relaid(set ^ (1n << BigInt(SQUARES.indexOf(square))), lab.corner)))
}
