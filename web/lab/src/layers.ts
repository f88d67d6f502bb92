/** The layers by group: the name in the field, and a sentence. The sets themselves are the library's. */
import { layerNames } from 'tabiya'

export interface Layer {
  id: string
  name: string
  text: string
}

const title = (id: string) => `${id[0]?.toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`

const WRITTEN: { name: string; layers: Layer[] }[] = [
  {
    name: 'Checks and pins',
    layers: [
      { id: 'checkers', name: 'Checkers', text: 'The enemy pieces that attack our king.' },
      { id: 'check-mask', name: 'Check mask', text: 'Where a piece other than the king may go: in check the checker and the squares between, in double check no square, otherwise every square.' },
      { id: 'pinned', name: 'Pinned', text: 'Our pieces that stand alone between our king and an enemy slider.' },
      { id: 'pin-lines', name: 'Pin lines', text: 'The squares that pinned pieces may still use, the pinner included.' },
      { id: 'blockers', name: 'Blockers', text: 'Pieces of either colour that stand alone between our king and a slider.' },
      { id: 'pinners', name: 'Pinners', text: 'The enemy sliders that pin a piece to our king.' },
      { id: 'white-blockers', name: "Blockers of White's king", text: 'Pieces of either colour that stand alone between the white king and a slider.' },
      { id: 'black-blockers', name: "Blockers of Black's king", text: 'Pieces of either colour that stand alone between the black king and a slider.' },
      { id: 'white-pinners', name: "Pinners of White's pieces", text: 'Black sliders with exactly one white piece between them and the white king.' },
      { id: 'black-pinners', name: "Pinners of Black's pieces", text: 'White sliders with exactly one black piece between them and the black king.' },
      { id: 'discoverers', name: 'Discovered-check candidates', text: 'Our pieces that give check by leaving a line: the slider behind them then attacks the king.' },
    ],
  },
  {
    name: 'Attacks and danger',
    layers: [
      { id: 'white-attacks', name: 'Attacked by White', text: 'Every square a white piece attacks. A white piece on such a square is protected.' },
      { id: 'black-attacks', name: 'Attacked by Black', text: 'Every square a black piece attacks. A black piece on such a square is protected.' },
      { id: 'king-danger', name: 'King danger', text: 'What the enemy attacks when our king is lifted off the board. A king cannot hide behind itself.' },
      { id: 'attacks', name: 'Attacks', text: 'Every square the side to move attacks.' },
      { id: 'threats', name: 'Threats', text: 'What the enemy attacks with our king on the board. As king danger this is wrong: the squares behind the king look safe.' },
    ],
  },
  {
    name: 'Check squares',
    layers: ['pawn', 'knight', 'bishop', 'rook', 'queen'].map((role) => ({
      id: `${role}-checks`,
      name: `${role[0]?.toUpperCase()}${role.slice(1)} checks`,
      text: `From these squares our ${role} would check the enemy king.`,
    })),
  },
  {
    name: 'Pawns as shifts',
    layers: [
      { id: 'push-shift', name: 'Push shift', text: 'All our pawns shifted one rank forward, before any mask.' },
      { id: 'pushes', name: 'Pushes', text: 'The shift, masked with the empty squares.' },
      { id: 'double-push-mask', name: 'Double-push mask', text: 'The third rank: a pawn pushed to it may be pushed once more.' },
      { id: 'double-pushes', name: 'Double pushes', text: 'Pushes on that rank, shifted and masked again.' },
      { id: 'not-a-file', name: 'Not the a-file', text: 'The mask after a shift to the east: no bit wraps around the edge.' },
      { id: 'not-h-file', name: 'Not the h-file', text: 'The mask after a shift to the west: no bit wraps around the edge.' },
      { id: 'west-capture-shift', name: 'West capture shift', text: 'All our pawns shifted diagonally towards the a-file.' },
      { id: 'west-captures', name: 'West captures', text: 'That shift, masked with the enemy pieces.' },
      { id: 'east-capture-shift', name: 'East capture shift', text: 'All our pawns shifted diagonally towards the h-file.' },
      { id: 'east-captures', name: 'East captures', text: 'That shift, masked with the enemy pieces.' },
      { id: 'promotion-rank', name: 'Promotion rank', text: 'The last rank, where pawns promote.' },
    ],
  },
  {
    name: 'Moves',
    layers: [
      { id: 'movers', name: 'Movers', text: 'Our pieces that have a legal move.' },
      { id: 'targets', name: 'Targets', text: "Where our legal moves go; a castle goes to the rook's square." },
      { id: 'en-passant', name: 'En passant square', text: 'The square that a double push passed over, if a pawn can capture there.' },
      { id: 'castling-rooks', name: 'Castling rooks', text: 'The rooks that may still castle.' },
    ],
  },
  {
    name: 'Occupancy',
    layers: [
      { id: 'occupied', name: 'Occupied', text: 'All pieces: what blocks a slider.' },
      { id: 'empty', name: 'Empty', text: 'The squares without a piece.' },
      { id: 'white', name: 'White', text: 'All white pieces.' },
      { id: 'black', name: 'Black', text: 'All black pieces.' },
      { id: 'us', name: 'Us', text: 'The pieces of the side to move.' },
      { id: 'them', name: 'Them', text: 'The pieces of the other side.' },
    ],
  },
  {
    name: 'Piece sets',
    layers: ['', 'white-', 'black-'].flatMap((side) =>
      ['pawns', 'knights', 'bishops', 'rooks', 'queens', 'kings'].map((role) => {
        const id = side + role
        return { id, name: title(id), text: side === '' ? `The ${role} of both sides.` : `The ${title(id).toLowerCase()}.` }
      }),
    ),
  },
]

const NAMES = new Set(layerNames())
const described = new Set(WRITTEN.flatMap(({ layers }) => layers.map(({ id }) => id)))

/** Exactly the layers that the library knows; those without a sentence here come last, under their own names. */
export const GROUPS: { name: string; layers: Layer[] }[] = [
  ...WRITTEN.map(({ name, layers }) => ({ name, layers: layers.filter(({ id }) => NAMES.has(id)) })),
  { name: 'More', layers: [...NAMES].filter((id) => !described.has(id)).map((id) => ({ id, name: title(id), text: '' })) },
].filter(({ layers }) => layers.length > 0)

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
