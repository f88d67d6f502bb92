/** The lessons that are shown step by step on the board: for each step the sets to paint, and what happens. */
import { type Position, setOf, SQUARES_BY_NUMBER as SQUARES, type Square } from 'tabiya'
import type { State } from './shape'
import { STOPS } from './tour'

export interface Step {
  text: string
  sets: { name: string; set: bigint }[]
}

const ORTHOGONAL = [[0, 1], [1, 0], [0, -1], [-1, 0]] as const
const DIAGONAL = [[1, 1], [1, -1], [-1, -1], [-1, 1]] as const

/** The squares from a square in one direction, to the edge of the board. */
export function ray(from: Square, [df, dr]: readonly [number, number]): Square[] {
  const squares: Square[] = []
  let [file, rank] = [SQUARES.indexOf(from) % 8 + df, (SQUARES.indexOf(from) >> 3) + dr]
  for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += df, rank += dr) squares.push(SQUARES[8 * rank + file] as Square)
  return squares
}

const inSet = (set: bigint, square: Square) => ((set >> BigInt(SQUARES.indexOf(square))) & 1n) === 1n

function kingOf(position: Position): Square {
  return position.findPiece({ color: position.turn(), type: 'k' })[0] as Square
}

/** From the king outwards: sliders in sight, the squares between, who stands there, and what remains. */
function pins(position: Position): Step[] {
  const king = kingOf(position)
  const them = position.layer('them')
  const occupied = position.layer('occupied')
  const straight = position.layer('rooks') | position.layer('queens')
  const slanted = position.layer('bishops') | position.layer('queens')
  const lines = [...ORTHOGONAL.map((way) => [way, straight] as const), ...DIAGONAL.map((way) => [way, slanted] as const)]
    .map(([way, sliders]) => {
      const squares = ray(king, way)
      const at = squares.findIndex((square) => inSet(them & sliders, square))
      return at < 0 ? null : { sniper: squares[at] as Square, between: squares.slice(0, at) }
    })
    .filter((line) => line !== null)
  const snipers = setOf(lines.map(({ sniper }) => sniper))
  const between = setOf(lines.flatMap((line) => line.between))
  const kingSet = setOf([king])
  return [
    { text: 'Start at the king. Its rays on an empty board are constants.', sets: [
      { name: 'King', set: kingSet },
      { name: 'Rays of the king', set: setOf([...ORTHOGONAL, ...DIAGONAL].flatMap((way) => ray(king, way))) },
    ] },
    { text: 'Enemy sliders that move along such a ray could attack the king. They are called snipers.', sets: [
      { name: 'King', set: kingSet }, { name: 'Snipers', set: snipers },
    ] },
    { text: 'For each sniper, take the squares between it and the king from a table.', sets: [
      { name: 'King', set: kingSet }, { name: 'Snipers', set: snipers }, { name: 'Between', set: between },
    ] },
    { text: 'Count the pieces between. Exactly one piece is a blocker; with two or more, each of them may leave.', sets: [
      { name: 'Snipers', set: snipers }, { name: 'Pieces between', set: between & occupied },
    ] },
    { text: 'A blocker of our own colour is pinned.', sets: [{ name: 'Pinned', set: position.layer('pinned') }, { name: 'Pinners', set: position.layer(position.turn() === 'w' ? 'white-pinners' : 'black-pinners') }] },
    { text: 'A pinned piece may use the squares of its line, the pinner included. One AND with this set makes its moves legal.', sets: [
      { name: 'Pinned', set: position.layer('pinned') }, { name: 'Pin lines', set: position.layer('pin-lines') },
    ] },
  ]
}

/** From the checker to the mask, and the mask applied to the piece that can help. */
function checkMask(position: Position): Step[] {
  const king = kingOf(position)
  const checkers = position.layer('checkers')
  const mask = position.layer('check-mask')
  const targets = (legal: boolean) => {
    const kind = legal ? 'legal' : 'pseudo-legal'
    // Pseudo-legal evasions are masked already, so the unmasked targets are the attacks.
    const pieces = SQUARES.filter((square) => inSet(position.layer('us') & ~position.layer('kings') & ~position.layer('pawns'), square))
    if (!legal) return pieces.reduce((all, square) => all | position.attacksFrom(square), 0n) & ~position.layer('us')
    return setOf([...position.movesOfKind(kind)].filter((bits) => (bits & 63) !== SQUARES.indexOf(king)).map((bits) => SQUARES[(bits >> 6) & 63] as Square))
  }
  return [
    { text: 'Who attacks the king? Attack from the king with every kind of piece, and AND with the enemy pieces of that kind.', sets: [
      { name: 'King', set: setOf([king]) }, { name: 'Checkers', set: checkers },
    ] },
    { text: 'The squares between king and checker come from a table.', sets: [
      { name: 'Checkers', set: checkers }, { name: 'Between', set: mask & ~checkers },
    ] },
    { text: 'Checker and squares between together are the check mask: capture it, or block it.', sets: [{ name: 'Check mask', set: mask }] },
    { text: 'Our pieces other than the king reach these squares.', sets: [{ name: 'Check mask', set: mask }, { name: 'Targets of our pieces', set: targets(false) }] },
    { text: 'One AND leaves the moves that answer the check. Without a check the mask is all ones, and the same code runs.', sets: [
      { name: 'Legal targets', set: targets(true) },
    ] },
  ]
}

const LESSONS: Record<string, (position: Position) => Step[]> = { pins, 'check-mask': checkMask }

/** The steps of the present stop, if it is shown step by step on the board. */
export function stepsOf(lab: State, position: Position): Step[] {
  const lesson = lab.tab === 'learn' ? STOPS[lab.stop]?.lesson : undefined
  return LESSONS[lesson ?? '']?.(position) ?? []
}

/** The present step; `null` before the first and outside lessons. */
export function stepOf(lab: State, position: Position): Step | null {
  return lab.step === 0 ? null : (stepsOf(lab, position)[lab.step - 1] ?? null)
}
