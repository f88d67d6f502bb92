/** The layers by group: the name in the field, and a sentence. */
export interface Layer {
  id: string
  name: string
  text: string
}

const piece = (id: string, name: string): Layer => ({ id, name, text: `Where ${name.toLowerCase()} stand.` })

export const GROUPS: { name: string; layers: Layer[] }[] = [
  {
    name: 'Occupancy',
    layers: [
      { id: 'occupied', name: 'Occupied', text: 'All pieces: what blocks a slider.' },
      { id: 'white', name: 'White', text: 'All white pieces.' },
      { id: 'black', name: 'Black', text: 'All black pieces.' },
    ],
  },
  {
    name: 'Piece sets',
    layers: ['white', 'black'].flatMap((color) =>
      ['pawns', 'knights', 'bishops', 'rooks', 'queens', 'kings'].map((role) =>
        piece(`${color}-${role}`, `${color === 'white' ? 'White' : 'Black'} ${role}`),
      ),
    ),
  },
  {
    name: 'Attacks and danger',
    layers: [
      { id: 'white-attacks', name: 'Attacked by White', text: 'Every square a white piece attacks, own pieces included: protected ones.' },
      { id: 'black-attacks', name: 'Attacked by Black', text: 'Every square a black piece attacks.' },
      { id: 'king-danger', name: 'King danger', text: 'What the enemy attacks with our king lifted off: it cannot hide behind itself.' },
      { id: 'king-danger-with-king', name: 'King danger, king in place', text: 'The common mistake: a slider seems to stop at the king it checks.' },
    ],
  },
  {
    name: 'Checks and pins',
    layers: [
      { id: 'checkers', name: 'Checkers', text: 'The enemy pieces that attack our king now.' },
      { id: 'check-mask', name: 'Check mask', text: 'Where a piece other than the king may go: everywhere, onto the checking line, or nowhere in double check.' },
      { id: 'pinned', name: 'Pinned', text: 'Our pieces that alone stand between our king and an enemy slider.' },
      { id: 'pin-lines', name: 'Pin lines', text: 'The squares pinned pieces may still use, the pinner included.' },
      { id: 'white-blockers', name: "Blockers of White's king", text: 'Pieces of either colour that alone shield the white king from a slider.' },
      { id: 'black-blockers', name: "Blockers of Black's king", text: 'Pieces of either colour that alone shield the black king from a slider.' },
      { id: 'white-pinners', name: "Pinners of White's pieces", text: 'Black sliders that one white piece holds off the white king.' },
      { id: 'black-pinners', name: "Pinners of Black's pieces", text: 'White sliders that one black piece holds off the black king.' },
      { id: 'discoverers', name: 'Discovered-check candidates', text: 'Our pieces that uncover a check by leaving their line.' },
    ],
  },
  {
    name: 'Check squares',
    layers: ['pawn', 'knight', 'bishop', 'rook', 'queen'].map((role) => ({
      id: `${role}-checks`,
      name: `${role[0]?.toUpperCase()}${role.slice(1)} checks`,
      text: `From these squares a ${role} of ours would check the enemy king.`,
    })),
  },
  {
    name: 'Pawns as shifts',
    layers: [
      { id: 'push-shift', name: 'Push shift', text: 'All our pawns shifted one rank forward, whatever stands there.' },
      { id: 'pushes', name: 'Pushes', text: 'The shift, masked with the empty squares.' },
      { id: 'double-push-mask', name: 'Double-push mask', text: 'The third rank: a pushed pawn here may go on.' },
      { id: 'double-pushes', name: 'Double pushes', text: 'Pushes on that rank, shifted and masked again.' },
      { id: 'not-a-file', name: 'Not the a-file', text: 'The mask of a shift to the east: nothing wraps around.' },
      { id: 'not-h-file', name: 'Not the h-file', text: 'The mask of a shift to the west.' },
      { id: 'west-capture-shift', name: 'West capture shift', text: 'All our pawns shifted diagonally towards the a-file.' },
      { id: 'west-captures', name: 'West captures', text: 'That shift, masked with the enemy pieces.' },
      { id: 'east-capture-shift', name: 'East capture shift', text: 'All our pawns shifted diagonally towards the h-file.' },
      { id: 'east-captures', name: 'East captures', text: 'That shift, masked with the enemy pieces.' },
      { id: 'promotion-rank', name: 'Promotion rank', text: 'The last rank, where a pawn becomes something else.' },
      { id: 'en-passant', name: 'En passant square', text: 'The square passed over, if a pawn stands ready to capture there.' },
      { id: 'castling-rooks', name: 'Castling rooks', text: 'The rooks that may still castle.' },
    ],
  },
]

/** Parts of the look-up of a slider: their number depends on a square. */
export const SLIDER_PARTS = [
  { part: 'relevant', name: 'relevant occupancy', text: 'The squares whose occupancy matters: its rays without their last squares.' },
  { part: 'blockers', name: 'blockers', text: 'The occupied ones among them: what is multiplied, or extracted.' },
  { part: 'attacks', name: 'attack set', text: 'What stands in the table at that index: the first blockers included.' },
] as const

export const ALL: Layer[] = [
  ...GROUPS.flatMap(({ layers }) => layers),
  ...['rook', 'bishop'].flatMap((role) =>
    SLIDER_PARTS.map(({ part, name, text }) => ({ id: `${role}-${part}`, name: `${role[0]?.toUpperCase()}${role.slice(1)}: ${name}`, text })),
  ),
]
