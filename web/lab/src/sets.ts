/** The sets of squares that the board can show: the library's, those of a slider's look-up, and the user's own. */
import { layerNames, type Position } from 'tabiya'
import { BitsError, type Difference, evaluate } from './bits'
import { nameOfLayer, SLIDER_PARTS } from './layers'
import { stepOf } from './steps'
import type { State } from './shape'

const NAMED = new Set(layerNames())

/** One set on the board, with the pattern it is painted in. */
export interface ShownSet {
  id: string
  name: string
  set: bigint
  style: number
}

/** The set of a library layer, or of a part of a slider's look-up; `null` for a name that does not exist. */
export function layerSet(position: Position, id: string, square: string): bigint | null {
  const [role, part] = id.split('-')
  if ((role === 'rook' || role === 'bishop') && SLIDER_PARTS.some((known) => known.part === part)) {
    // The look-up of a square that holds another piece is that of a slider put there.
    const steps = position.slider(square).find((found) => found.role === role)
    return steps?.[part as 'relevant' | 'blockers' | 'attacks'] ?? 0n
  }
  if (NAMED.has(id)) return position.layer(id)
  try {
    // The library reads other words for some names as well.
    return position.layer(id)
  } catch {
    return null
  }
}

/** What one of the user's own sets amounts to, or what is wrong with its text. */
export function ownSet(lab: State, position: Position, name: string, outer: string[] = []): bigint | BitsError {
  const own = lab.bits.find((known) => known.name === name)
  if (own === undefined) return new BitsError(1, `there is no set ${name}`)
  if (outer.includes(name)) return new BitsError(1, `${name} is defined by itself`)
  try {
    return evaluate(own.text, lab.corner, (other) => {
      if (!/^[A-H]$/.test(other)) return layerSet(position, other, lab.square)
      const value = ownSet(lab, position, other, [...outer, name])
      if (value instanceof BitsError) throw new BitsError(1, `${other}: ${value.message}`)
      return value
    })
  } catch (error) {
    if (error instanceof BitsError) return error
    throw error
  }
}

export function setOfLayer(lab: State, position: Position, id: string): bigint {
  if (!/^[A-H]$/.test(id)) return layerSet(position, id, lab.square) ?? 0n
  const value = ownSet(lab, position, id)
  return value instanceof BitsError ? 0n : value
}

/** What the board shows now: the step of a lesson, or the chosen layers. */
export function shownSets(lab: State, position: Position): ShownSet[] {
  if (lab.setup !== null) return []
  const step = stepOf(lab, position)
  if (step !== null) return step.sets.map(({ name, set }, style) => ({ id: `step-${style}`, name, set, style }))
  const ids = lab.editing === null || lab.layers.includes(lab.editing) ? lab.layers : [...lab.layers, lab.editing]
  const known = ids.filter((id) => /^[A-H]$/.test(id) ? lab.bits.some(({ name }) => name === id) : layerSet(position, id, lab.square) !== null)
  return known.map((id, style) => ({ id, name: nameOfLayer(id), set: setOfLayer(lab, position, id), style }))
}

/** Every library layer of a position, by name. */
export function namedSets(position: Position): [string, bigint][] {
  return [...NAMED].map((name) => [name, position.layer(name)])
}

/** How one of the user's sets differs from the layer it is held against. */
export function differenceOf(lab: State, position: Position): Difference | null {
  if (lab.against === null || lab.tab !== 'bits') return null
  const [own = '', name = ''] = lab.against.split(':')
  const [set, other] = [ownSet(lab, position, own), layerSet(position, name, lab.square)]
  if (set instanceof BitsError || other === null) return null
  return { name, extra: set & ~other, missing: other & ~set }
}
