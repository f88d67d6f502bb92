/** Everything the page knows: one value, changed by `update`. It never holds an illegal move or a bad position. */
import type { Square } from 'tabiya'
import { useEffect, useState } from 'preact/hooks'
import { read, write } from './address'
import { gameOf, isChess960, legalPart, refusal } from './rules'
import { EMPTY, type Setup, setupFen, type State } from './shape'

export { gameOf, isChess960 } from './rules'
export { KIWIPETE, START, type State, type Tab, TABS } from './shape'

let state: State = read(location.hash)
const listeners = new Set<() => void>()

export function get(): State {
  return state
}

function tell(): void {
  listeners.forEach((listener) => listener())
}

/** Changes the state. A move that is not legal is left out, with the moves after it. */
export function update(change: Partial<State>): void {
  const moves = 'start' in change || 'line' in change || 'ply' in change
  const next = { ...state, ...(moves && { refused: null, shown: null, notice: null, badFen: null }), ...change }
  if ('start' in change || 'line' in change) {
    next.line = legalPart(next.start, next.line)
    if (next.start !== state.start && !('compare' in change)) next.compare = null
  }
  next.ply = Math.max(0, Math.min(next.line.length, next.ply))
  const other = next.start !== state.start
  state = next
  const address = write(state)
  if (address !== location.hash) {
    // Another position is a step that the browser's Back undoes; everything else changes the address in place.
    if (other && change.typed !== true) history.pushState(null, '', address || '#')
    else history.replaceState(null, '', address || '#')
  }
  tell()
}

export function useLab(): State {
  const [, redraw] = useState(0)
  useEffect(() => {
    const listener = () => redraw((count) => count + 1)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  return state
}

function reread(): void {
  if (write(state) === location.hash) return
  state = read(location.hash)
  tell()
}
addEventListener('hashchange', reread)
addEventListener('popstate', reread)

/** Back to the first screen. */
export function startAgain(): void {
  state = { ...EMPTY, layers: [...EMPTY.layers] }
  history.pushState(null, '', '#')
  tell()
}

/** Plays a move if it is legal, and says why not otherwise. */
export function play(uci: string): void {
  const { line, ply } = state
  if (!gameOf(state).position.explain(uci).legal) return refuse(uci)
  update({ line: [...line.slice(0, ply), uci], ply: ply + 1, arrows: [] })
}

/** Shows why a move of the present position is illegal. */
export function refuse(tried: string): void {
  update({ refused: refusal(gameOf(state).position, tried) })
}

/** Draws an arrow, or with one square a ring; or removes it if it is there. */
export function draw(from: Square, to: Square): void {
  const arrow = from === to ? to : from + to
  const { arrows } = state
  update({ arrows: arrows.includes(arrow) ? arrows.filter((known) => known !== arrow) : [...arrows, arrow] })
}

/** Puts another position on the board. A text that is not a position is shown in the FEN field, with its mistakes. */
export function load(start: string, change: Partial<State> = {}): void {
  try {
    isChess960(start)
  } catch (error) {
    return update({ notice: `This is not a position: ${(error as Error).message}`, badFen: start, tab: 'board' })
  }
  update({ start, line: [], ply: 0, arrows: [], setup: null, typed: false, ...change })
}

/** Goes to a ply of the game. */
export function go(ply: number): void {
  const next = Math.max(0, Math.min(state.line.length, ply))
  if (next !== state.ply) update({ ply: next })
}

/** Begins to set up a position by hand, with the one on the board. */
export function beginSetup(): void {
  const { position } = gameOf(state)
  const [, turn, castling] = position.fen().split(' ')
  const setup: Setup = { letters: [...position.letters()], turn: turn as 'w' | 'b', castling: castling ?? '-', enPassant: '-' }
  update({ setup, brush: 'hand', refused: null, drawing: false, tab: 'board' })
}

/** Shows another view. A legal position that is being set up is taken first, so every view speaks of the same board. */
export function choose(tab: State['tab']): void {
  if (state.setup !== null && tab !== 'board') {
    const fen = setupFen(state.setup)
    try {
      isChess960(fen)
      return load(fen, { tab })
    } catch {
      // The view says what is missing.
    }
  }
  update({ tab })
}
