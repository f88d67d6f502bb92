/** The layers by group. Their sets, names and sentences are the library's; a lesson that a sentence does not teach stands here. */
import { layers } from 'tabiya'

export interface Layer {
  id: string
  name: string
  text: string
}

/** The order in which a reader meets them; other groups of the library follow. */
const ORDER = ['Checks and pins', 'Attacks and danger', 'Check squares', 'Pawns as shifts', 'Moves', 'Occupancy', 'Piece sets']

const LESSONS: Record<string, string> = {
  'white-attacks': 'A white piece on such a square is protected.',
  'black-attacks': 'A black piece on such a square is protected.',
  'king-danger': 'A king cannot hide behind itself.',
  threats: 'For moves of the king this set is wrong: the squares behind the king look safe.',
  'not-a-file': 'No bit wraps around the edge.',
  'not-h-file': 'No bit wraps around the edge.',
}

/** A sentence of the library as one that stands by itself. */
const whole = (sentence: string) => `${sentence[0]?.toUpperCase()}${sentence.slice(1)}.`

const rank = (group: string) => (ORDER.includes(group) ? ORDER.indexOf(group) : ORDER.length)

/** Exactly the layers that the library knows. */
export const GROUPS: { name: string; layers: Layer[] }[] = grouped()

function grouped() {
  const groups = new Map<string, Layer[]>()
  for (const { name, title, group, sentence } of layers()) {
    const text = [whole(sentence), LESSONS[name] ?? ''].join(' ').trim()
    groups.set(group, [...(groups.get(group) ?? []), { id: name, name: title, text }])
  }
  return [...groups].map(([name, layers]) => ({ name, layers })).sort((one, other) => rank(one.name) - rank(other.name))
}

/** Parts of the look-up of a slider: their number depends on a square. */
export const SLIDER_PARTS = [
  { part: 'relevant', name: 'relevant occupancy', text: 'The squares whose occupancy matters: the rays without their last squares.' },
  { part: 'blockers', name: 'blockers', text: 'The occupied relevant squares: the input of the multiplication or extraction.' },
  { part: 'attacks', name: 'attack set', text: 'The table entry at that index: each ray up to its first blocker, included.' },
] as const

export const ALL: Layer[] = [
  ...GROUPS.flatMap(({ layers }) => layers),
  ...['rook', 'bishop'].flatMap((role) =>
    SLIDER_PARTS.map(({ part, name, text }) => ({ id: `${role}-${part}`, name: `${role[0]?.toUpperCase()}${role.slice(1)}: ${name}`, text })),
  ),
]

/** The name of a layer in words; the user's own sets have letters. */
export function nameOfLayer(id: string): string {
  return ALL.find((layer) => layer.id === id)?.name ?? id
}
