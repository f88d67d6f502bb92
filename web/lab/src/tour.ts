/** The stops: a position, the layers to look at, three sentences, and a chapter of the guide. */
import type { State } from './shape'

/** Where the chapters are: beside the page, made from docs/guide. */
export const GUIDE = './guide'

export const CHAPTERS = {
  sliders: ['03-sliders.md', 'Sliders four ways'],
  pins: ['05-checks-and-pins.md', 'Checks and pins'],
  danger: ['06-king-danger.md', 'King danger'],
  castling: ['07-castling.md', 'Castling'],
  passant: ['08-en-passant.md', 'En passant'],
  stages: ['09-stages.md', 'Kinds and stages'],
  backwards: ['13-backwards.md', 'Backwards'],
} as const

export interface Stop {
  name: string
  fen: string
  show: Partial<State>
  text: [string, string, string]
  guide: (typeof CHAPTERS)[keyof typeof CHAPTERS]
  /** A look-up that is shown step by step as a picture. */
  picture?: 'magic' | 'pext'
  /** A computation that is shown step by step on the board. */
  lesson?: 'pins' | 'check-mask'
  /** Whether moves can be taken back here. */
  backwards?: boolean
}

export const STOPS: Stop[] = [
  {
    name: 'Ray and blocker', guide: CHAPTERS.sliders, fen: '4k3/8/8/3p4/8/8/1P1R1n2/4K3 w - - 0 1', show: { layers: ['rook-attacks', 'occupied'], square: 'd2' },
    text: [
      'A slider attacks along its ray up to the first piece of either colour.',
      'That first blocker is part of the attack set: an enemy piece can be captured, a piece of our own is protected.',
      'The squares behind the blocker are out of reach. Attacks depend on the occupancy, so they change with every move.',
    ],
  },
  {
    name: 'Classical scan', guide: CHAPTERS.sliders, fen: '4k3/8/1p6/8/3B4/8/8/4K3 w - - 0 1', show: { layers: ['bishop-relevant', 'bishop-blockers', 'bishop-attacks'], square: 'd4' },
    text: [
      'The classical way takes the whole ray from a table. The nearest blocker is the lowest or highest bit of ray AND occupancy.',
      'Then it removes the ray behind the blocker: attacks = ray & ~(ray from the blocker).',
      'A slider has four rays, so this needs four bit scans. The tables are small, but one look-up is several times faster.',
    ],
  },
  {
    name: 'Magic', guide: CHAPTERS.sliders, picture: 'magic', fen: '4k3/3p4/8/8/1P1R1p2/8/3P4/4K3 w - - 0 1', show: { layers: ['rook-relevant', 'rook-blockers', 'rook-attacks'], square: 'd4' },
    text: [
      'Only the relevant squares matter: the rays without their last squares, at most twelve for a rook.',
      'Multiplying the blockers by a well-chosen magic number gathers them in the top bits. A shift turns those bits into an index.',
      'Two sets of blockers may share an index only if they have the same attacks. Numbers with this property are found by trial.',
    ],
  },
  {
    name: 'PEXT', guide: CHAPTERS.sliders, picture: 'pext', fen: '4k3/3p4/8/8/1P1R1p2/8/3P4/4K3 w - - 0 1', show: { layers: ['rook-relevant', 'rook-blockers'], square: 'd4' },
    text: [
      'The instruction PEXT moves the bits under a mask side by side. The relevant blockers become a dense number in one instruction.',
      'It needs no magic number, and it wastes no index.',
      'Compare the two indices below. The magic index is scattered; the PEXT index counts the subsets of the mask in order.',
    ],
  },
  {
    name: 'Pin', guide: CHAPTERS.pins, lesson: 'pins', fen: '3k4/8/8/b3r3/8/2N5/3PB3/4K3 w - - 0 1', show: { layers: ['pinned', 'pin-lines', 'white-pinners', 'white-blockers'] },
    text: [
      'The bishop on e2 stands alone between its king and the rook. It is pinned: it may not leave the e-file, so it cannot move at all.',
      'On the diagonal from a5 two pieces stand between bishop and king, so neither of them is pinned.',
      'Generators find pins from the king outwards: for each enemy slider on a line with the king, count the pieces between.',
    ],
  },
  {
    name: 'Check mask', guide: CHAPTERS.pins, lesson: 'check-mask', fen: '4k3/8/8/8/1b6/8/5PPP/R2QK2R w KQ - 0 1', show: { layers: ['checkers', 'check-mask'] },
    text: [
      'In check, a piece other than the king can help in two ways: capture the checker, or stand between.',
      'Those squares are the check mask. One AND with it filters all targets of a piece at once.',
      'Without a check the mask is all ones, so the same code serves both cases.',
    ],
  },
  {
    name: 'Double check', guide: CHAPTERS.pins, fen: '4r1k1/8/8/8/8/3n4/5PPP/3QK2R w K - 0 1', show: { layers: ['checkers', 'check-mask', 'king-danger'] },
    text: [
      'Two pieces give check at once. No single capture or block answers both.',
      'The check mask is empty, so only the king may move. Castling does not answer a check either.',
      'A generator that tests for two checkers first can skip all other pieces.',
    ],
  },
  {
    name: 'King danger through the king', guide: CHAPTERS.danger, fen: '4k3/8/8/8/r3K3/8/8/8 w - - 0 1', show: { layers: ['king-danger', 'threats'] },
    text: [
      'The rook checks along the rank. The squares behind the king look safe, because the king itself blocks the ray.',
      'So king danger is computed with the king lifted off the board. Then f4, g4 and h4 are attacked too.',
      'Try to move the king to f4 and read the reason.',
    ],
  },
  {
    name: "Castling's five conditions", guide: CHAPTERS.castling, fen: 'r3k2r/8/8/8/2b2r2/8/8/R3K2R w KQkq - 0 1', show: { layers: ['king-danger', 'castling-rooks'] },
    text: [
      'King and rook have not moved, no piece stands between them, and the king is not in check, crosses no attacked square and lands on none.',
      'Here the rook on f4 and the bishop attack f1, so castling short is illegal. An attack on b1 would not matter: only the rook crosses b1.',
      'In Chess960 the king may start on any file, and the rook may have shielded its king from an attack along the rank.',
    ],
  },
  {
    name: "En passant's rank pin", guide: CHAPTERS.passant, fen: '8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1', show: { layers: ['en-passant', 'pinned', 'white-blockers'] },
    text: [
      'No pawn is pinned here: two pawns stand between king and rook, and either of them alone may leave.',
      'But en passant removes both pawns from the rank at once, and the rook attacks the king.',
      'The mask of pinned pieces never shows this, so a generator must test the board after the capture. Try e5d6.',
    ],
  },
  {
    name: 'Quiet checks', guide: CHAPTERS.stages, fen: '3k4/8/8/8/3N4/8/8/3RK3 w - - 0 1', show: { layers: ['discoverers', 'rook-checks', 'knight-checks'] },
    text: [
      'At the end of its depth a search goes on with captures, and at first also with quiet moves that give check.',
      'A direct check ends on a check square of the moving piece. A discovered check starts from a candidate that leaves its line.',
      'Every knight move here uncovers the rook. Open Moves and choose Quiet checks.',
    ],
  },
  {
    name: 'SEE', guide: CHAPTERS.stages, fen: '1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1', show: { tab: 'learn', arrows: ['d3e5'], layers: [] },
    text: [
      'Static exchange evaluation plays the captures on one square. Each side captures with its cheapest piece and may stop at any time.',
      'Here the knight captures a defended pawn: a pawn is won, a knight is lost, and the pieces behind join the exchange.',
      'Open Moves to see this number for every capture. The picker puts captures that lose material last.',
    ],
  },
  {
    name: 'Backwards', guide: CHAPTERS.backwards, backwards: true, fen: '4k3/8/8/8/8/8/8/K3R3 b - - 0 1', show: { layers: [] },
    text: [
      'Chess can be played backwards: every move below can have been the last one. Point at one to see it, choose it to take it back.',
      'The rook gives check. It cannot have stood on the e-file before its move, because it would have checked there already; so it came along the first rank.',
      'A captured piece comes back with the move: any piece but a king, and a pawn on the first rank never.',
    ],
  },
]
