/** All the page knows: one value, changed by `update`, written into the address so that it can be sent to somebody. */
import { Game, Position, SQUARES, type Explanation, type Square } from 'tabiya'
import { useEffect, useState } from 'preact/hooks'

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
export const TABS = ['board', 'layers', 'moves', 'count', 'learn'] as const
export type Tab = (typeof TABS)[number]

export interface State {
  start: string
  /** The moves in coordinates. */
  line: string[]
  /** How many of them are on the board. */
  ply: number
  flipped: boolean
  tab: Tab
  layers: string[]
  /** The square whose slider is looked up. */
  square: Square
  /** `e2e4`, or one square for a ring. */
  arrows: string[]
  /** Which stop of the tour. */
  stop: number
  /** An illegal move that was tried. */
  refused: Explanation | null
  /** A move somebody points at. */
  shown: string | null
  /** Whether what is dragged or chosen on the board becomes an arrow. */
  drawing: boolean
  /** The board as letters while it is set up by hand. */
  setup: string[] | null
}

const EMPTY: State = {
  start: START, line: [], ply: 0, flipped: false, tab: 'board', layers: [], square: 'd4', arrows: [], stop: 0, refused: null,
  shown: null, drawing: false, setup: null,
}

let state: State = read()
const listeners = new Set<() => void>()

export function get(): State {
  return state
}

export function update(change: Partial<State>): void {
  const moves = 'start' in change || 'line' in change || 'ply' in change
  state = { ...state, ...(moves && { refused: null, shown: null }), ...change }
  const address = write(state)
  if (address !== location.hash) history.replaceState(null, '', address || '#')
  listeners.forEach((listener) => listener())
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

addEventListener('hashchange', () => {
  if (write(state) !== location.hash) {
    state = read()
    listeners.forEach((listener) => listener())
  }
})

function write({ start, line, ply, flipped, tab, layers, square, arrows, stop }: State): string {
  const parts: Record<string, string> = {}
  if (start !== START) parts['fen'] = start.replaceAll(' ', '_')
  if (line.length > 0) parts['moves'] = line.join('.')
  if (ply !== line.length) parts['ply'] = String(ply)
  if (flipped) parts['flip'] = '1'
  if (tab !== 'board') parts['tab'] = tab
  if (layers.length > 0) parts['layers'] = layers.join('.')
  if (square !== EMPTY.square) parts['square'] = square
  if (arrows.length > 0) parts['arrows'] = arrows.join('.')
  if (tab === 'learn') parts['stop'] = String(stop + 1)
  const text = Object.entries(parts).map(([name, value]) => `${name}=${value}`).join('&')
  return text === '' ? '' : `#${text}`
}

function read(): State {
  const parts = new Map(location.hash.slice(1).split('&').map((part) => part.split('=').map(decodeURIComponent) as [string, string]))
  const list = (name: string) => (parts.get(name) ?? '').split('.').filter((item) => item !== '')
  const next: State = { ...EMPTY, layers: list('layers'), flipped: parts.get('flip') === '1' }
  const tab = parts.get('tab') as Tab | undefined
  if (tab !== undefined && TABS.includes(tab)) next.tab = tab
  const square = parts.get('square') as Square | undefined
  if (square !== undefined && SQUARES.includes(square)) next.square = square
  next.arrows = list('arrows').filter((arrow) => /^([a-h][1-8]){1,2}$/.test(arrow))
  next.stop = Math.max(0, Number(parts.get('stop') ?? 1) - 1 || 0)
  const fen = parts.get('fen')?.replaceAll('_', ' ') ?? START
  try {
    const game = new Game(fen)
    next.start = fen
    for (const move of list('moves')) {
      game.move(move)
      next.line.length === 0 ? (next.line = [move]) : next.line.push(move)
    }
  } catch {
    // A link that somebody cut short still shows what it can.
  }
  const ply = parts.get('ply')
  next.ply = Math.min(next.line.length, ply === undefined ? next.line.length : Math.max(0, Number(ply) || 0))
  return next
}

let cached: { key: string; position: Position; game: Game } | undefined

/** The game up to the present ply, made once for every change. */
export function gameOf({ start, line, ply }: State): { game: Game; position: Position } {
  const key = [start, ...line.slice(0, ply)].join(' ')
  if (cached?.key !== key) {
    const game = new Game(start, { chess960: isChess960(start) })
    for (const move of line.slice(0, ply)) game.move(move)
    cached = { key, game, position: game.position() }
  }
  return cached
}

/** Whether castling needs to be written king-takes-rook: a right with a rook elsewhere than in a corner, or a king off its square. */
export function isChess960(fen: string): boolean {
  const position = new Position(fen)
  const corners = 0x8100_0000_0000_0081n
  const rooks = position.layer('castling-rooks')
  const homes = { w: 'e1', b: 'e8' } as const
  const sides = [['w', 0xffn], ['b', 0xffn << 56n]] as const
  const astray = sides.some(([color, rank]) => (rooks & rank) !== 0n && position.get(homes[color])?.type !== 'k')
  return (rooks & ~corners) !== 0n || astray
}

/** Plays a legal move given in coordinates. */
export function play(uci: string): void {
  const { line, ply } = state
  update({ line: [...line.slice(0, ply), uci], ply: ply + 1, arrows: [] })
}

/** Draws an arrow, or with one square a ring; or takes it away if it is there. */
export function draw(from: Square, to: Square): void {
  const arrow = from === to ? to : from + to
  const { arrows } = state
  update({ arrows: arrows.includes(arrow) ? arrows.filter((known) => known !== arrow) : [...arrows, arrow] })
}

/** Puts another position on the board. */
export function load(start: string, change: Partial<State> = {}): void {
  update({ start, line: [], ply: 0, arrows: [], setup: null, ...change })
}
