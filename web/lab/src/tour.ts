/** A dozen stops: a position, the layers to look at, and three sentences. */
import type { State } from './state'

export interface Stop {
  name: string
  fen: string
  show: Partial<State>
  text: [string, string, string]
}

export const STOPS: Stop[] = [
  {
    name: 'Ray and blocker', fen: '4k3/8/8/3p4/8/8/1P1R1n2/4K3 w - - 0 1', show: { layers: ['rook-attacks', 'occupied'], square: 'd2' },
    text: [
      'A slider attacks along its ray up to the first piece, whoever owns it.',
      'That first blocker belongs to the attack set: an enemy can be taken, an own piece is protected.',
      'Everything behind the blocker is out of reach, so attacks depend on the occupancy and must be found anew after every move.',
    ],
  },
  {
    name: 'Classical scan', fen: '4k3/8/1p6/8/3B4/8/8/4K3 w - - 0 1', show: { layers: ['bishop-relevant', 'bishop-blockers', 'bishop-attacks'], square: 'd4' },
    text: [
      'The classical way takes the whole ray from a table and finds the nearest blocker by the lowest or highest bit of ray and occupancy.',
      'The ray behind the blocker is then cut off: attacks = ray − ray from the blocker.',
      'Four rays, four bit scans: simple, small tables, and several times slower than one look-up.',
    ],
  },
  {
    name: 'Magic', fen: '4k3/3p4/8/8/1P1R1p2/8/3P4/4K3 w - - 0 1', show: { layers: ['rook-relevant', 'rook-blockers', 'rook-attacks'], square: 'd4' },
    text: [
      'Only the relevant squares matter: the rays without their ends, at most twelve for a rook.',
      'Multiplying the blockers by a well-chosen magic number gathers them in the top bits, and a shift makes an index of them.',
      'Two different sets of blockers may share an index only if they lead to the same attacks; numbers with that property are found by trial.',
    ],
  },
  {
    name: 'PEXT', fen: '4k3/3p4/8/8/1P1R1p2/8/3P4/4K3 w - - 0 1', show: { layers: ['rook-relevant', 'rook-blockers'], square: 'd4' },
    text: [
      'The instruction PEXT collects the bits under a mask side by side: the relevant blockers become a dense number at once.',
      'No magic number is needed and no index is wasted, so the table is as small as it can be.',
      'Compare the two indices below: the magic one is scattered, the PEXT one counts the subsets of the mask in order.',
    ],
  },
  {
    name: 'Pin', fen: '3k4/8/8/b3r3/8/2N5/3PB3/4K3 w - - 0 1', show: { layers: ['pinned', 'pin-lines', 'white-pinners', 'white-blockers'] },
    text: [
      'The bishop on e2 alone stands between its king and the rook: it is pinned and may not leave that line, so it cannot move at all.',
      'On the diagonal from a5 two pieces stand in between, so neither is pinned: a blocker must stand alone.',
      'Generators find pins from the king outwards: for each enemy slider on a line with it, count what is between.',
    ],
  },
  {
    name: 'Check mask', fen: '4k3/8/8/8/1b6/8/5PPP/R2QK2R w KQ - 0 1', show: { layers: ['checkers', 'check-mask'] },
    text: [
      'In check, a piece other than the king has two ways to help: take the checker, or stand between.',
      'Those squares are the check mask, and one AND with it filters the targets of every piece at once.',
      'Without a check the mask is all ones; the same code then serves both cases.',
    ],
  },
  {
    name: 'Double check', fen: '4r1k1/8/8/8/8/3n4/5PPP/3QK2R w K - 0 1', show: { layers: ['checkers', 'check-mask', 'king-danger'] },
    text: [
      'Two pieces give check at once, which no single capture or block can answer.',
      'The check mask is empty, so nobody but the king may move: castling is no answer to a check either.',
      'A generator that asks for two checkers first can skip all other pieces.',
    ],
  },
  {
    name: 'King danger through the king', fen: '4k3/8/8/8/r3K3/8/8/8 w - - 0 1', show: { layers: ['king-danger', 'king-danger-with-king'] },
    text: [
      'The rook checks along the rank, and the squares behind the king look safe as long as the king itself blocks the ray.',
      'So danger is computed with the king lifted off the board: f4, g4 and h4 are attacked too.',
      'Try to step to f4 and read why: the king cannot hide behind itself.',
    ],
  },
  {
    name: "Castling's five conditions", fen: 'r3k2r/8/8/8/2b2r2/8/8/R3K2R w KQkq - 0 1', show: { layers: ['king-danger', 'castling-rooks'] },
    text: [
      'Neither king nor rook has moved, nothing stands between them, the king is not in check, crosses no attacked square and lands on none.',
      'Here the rook on f4 and the bishop watch f1, so castling short is forbidden, while b1 may be attacked: only the rook passes it.',
      'In Chess960 the squares are counted from the files where king and rook end, and the rook may even have shielded its king.',
    ],
  },
  {
    name: "En passant's rank pin", fen: '8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1', show: { layers: ['en-passant', 'pinned', 'white-blockers'] },
    text: [
      'No pawn is pinned here: two pieces stand between king and rook, and each alone may leave.',
      'But en passant takes both off the rank at once, and the rook reaches the king.',
      'Masks of pinned pieces never show it, so this capture needs a look at the board as it will be. Try e5d6.',
    ],
  },
  {
    name: 'Quiet checks', fen: '3k4/8/8/8/3N4/8/8/3RK3 w - - 0 1', show: { layers: ['discoverers', 'rook-checks', 'knight-checks'] },
    text: [
      'A search that runs out of depth looks on through captures, and at first also through quiet moves that give check.',
      'Direct checks end on a check square of their role; discovered ones start from a candidate that leaves its line.',
      'Every knight move here uncovers the rook, wherever it goes: open Moves and choose Quiet checks.',
    ],
  },
  {
    name: 'SEE', fen: '1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1', show: { tab: 'learn', arrows: ['d3e5'], layers: [] },
    text: [
      'Static exchange evaluation plays out the captures on one square, each side with its cheapest piece, and stops when stopping pays.',
      'The knight takes a defended pawn here: a pawn won, a knight lost, then a bishop, and so on through pieces behind pieces.',
      'Open Moves to see the number of every capture; the picker puts those that lose material last.',
    ],
  },
]
