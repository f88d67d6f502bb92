/** The state as the part of the address behind `#`, and back. A link that is partly wrong shows the rest, and a message. */
import { Game, Position, readFen, SQUARES_BY_NUMBER as SQUARES, type Square } from 'tabiya'
import { CORNERS, type Corner } from './bits'
import { pack, unpack } from './divide'
import { EMPTY, START, type State, type Tab, TABS } from './shape'
import { STOPS } from './tour'
import { gameOf, isChess960, legalPart, refusal } from './rules'

const safe = (text: string) => encodeURIComponent(text).replaceAll('%20', '_').replaceAll('%2F', '/')

/** What needs no word in a link: the layer of the first screen, and what a stop shows in its own position. */
function usual({ start, line, tab, stop }: Pick<State, 'start' | 'line' | 'tab' | 'stop'>): Pick<State, 'layers' | 'square' | 'arrows'> {
  const { layers, square, arrows } = EMPTY
  const lesson = STOPS[stop]
  if (tab === 'learn' && lesson?.fen === start && line.length === 0) return { square, arrows, layers: [], ...lesson.show }
  return { square, arrows, layers: start === EMPTY.start && line.length === 0 ? layers : [] }
}

export function write(state: State): string {
  const { start, line, ply, flipped, tab, layers, square, arrows, stop, step, refused, kind, depth, bits, corner, against, compare } = state
  const parts: [string, string][] = []
  const put = (name: string, value: string | number) => parts.push([name, String(value)])
  const plain = usual(state)
  const putList = (name: 'layers' | 'arrows', items: string[]) => {
    if (items.join() !== plain[name].join()) put(name, items.length > 0 ? items.join('.') : 'none')
  }
  if (start !== EMPTY.start || line.length > 0) put('fen', start.replaceAll(' ', '_'))
  if (line.length > 0) put('moves', line.join('.'))
  if (ply !== line.length) put('ply', ply)
  if (refused !== null && /^[\w+#=-]+$/.test(refused.tried)) put('try', refused.tried)
  if (flipped) put('flip', 1)
  if (tab !== 'board') put('tab', tab)
  putList('layers', layers)
  if (square !== plain.square) put('square', square)
  putList('arrows', arrows)
  if (tab === 'learn') put('stop', stop + 1)
  if (tab === 'learn' && step > 0) put('step', step + 1)
  if (kind !== EMPTY.kind) put('kind', kind)
  if (depth !== EMPTY.depth) put('depth', depth)
  if (corner !== EMPTY.corner) put('bit0', corner)
  for (const { name, text } of bits) put(name, safe(text))
  if (against !== null) put('against', against)
  if (compare !== null) {
    put('compare', compare.depth)
    if (compare.walk.length > 0) put('walk', compare.walk.join('.'))
    if (compare.texts.length > 0) put('divide', compare.texts.map(pack).join('~'))
    if (compare.rule !== null) put('rule', compare.rule)
  }
  const text = parts.map(([name, value]) => `${name}=${value}`).join('&')
  return text === '' ? '' : `#${text}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A stray percent sign stands for itself.
    return text
  }
}

export function read(hash: string): State {
  const pairs = hash.slice(1).split('&').filter((part) => part !== '')
  const parts = new Map(pairs.map((part) => {
    const at = part.indexOf('=')
    return (at < 0 ? [decoded(part), ''] : [decoded(part.slice(0, at)), decoded(part.slice(at + 1))]) as [string, string]
  }))
  const next: State = { ...EMPTY, layers: [...EMPTY.layers] }
  const problems: string[] = []
  const list = (name: string) => (parts.get(name) ?? '').split('.').filter((item) => item !== '')
  const whole = (name: string, least: number, most: number, otherwise: number) => {
    const value = parts.get(name)
    return value !== undefined && /^\d+$/.test(value) ? Math.max(least, Math.min(most, Number(value))) : otherwise
  }

  const fen = parts.get('fen')?.replaceAll('_', ' ')
  // A link with moves and no position begins where games begin.
  const start = fen ?? (parts.has('moves') ? START : EMPTY.start)
  try {
    // The library throws what it cannot read; `readFen` says what is wrong with it.
    new Position(start)
    next.start = start
    const game = new Game(start, { chess960: isChess960(start) })
    for (const move of list('moves')) {
      try {
        next.line = [...next.line, game.move(move).uci]
      } catch (error) {
        problems.push(`Move ${next.line.length + 1} of this link cannot be played: ${(error as Error).message}. The moves before it are here.`)
        break
      }
    }
  } catch (error) {
    const [mistake] = readFen(start).mistakes
    problems.push(`The position of this link cannot be read: ${mistake?.message ?? (error as Error).message}. Its text is in the FEN field.`)
    next.badFen = start
  }
  next.flipped = parts.get('flip') === '1'
  const tab = parts.get('tab') as Tab | undefined
  if (tab !== undefined && TABS.includes(tab) && next.badFen === null) next.tab = tab
  next.stop = whole('stop', 1, 99, 1) - 1
  const square = parts.get('square') as Square | undefined
  if (square !== undefined && SQUARES.includes(square)) next.square = square
  else next.square = usual(next).square
  next.arrows = !parts.has('arrows') ? [...usual(next).arrows] : list('arrows').filter((arrow) => /^([a-h][1-8]){1,2}$/.test(arrow))
  next.step = whole('step', 1, 99, 1) - 1
  next.layers = parts.has('layers') ? list('layers').filter((id) => id !== 'none') : [...usual(next).layers]
  next.ply = whole('ply', 0, next.line.length, next.line.length)
  next.kind = parts.get('kind') ?? EMPTY.kind
  next.depth = whole('depth', 1, 12, EMPTY.depth)
  const corner = parts.get('bit0') as Corner | undefined
  if (corner !== undefined && CORNERS.includes(corner)) next.corner = corner
  next.bits = [...parts].filter(([name]) => /^[A-H]$/.test(name)).map(([name, text]) => ({ name, text: text.replaceAll('_', ' ') }))
  next.against = /^[A-H]:[a-z-]+$/.test(parts.get('against') ?? '') ? (parts.get('against') as string) : null
  if (parts.has('compare') && next.badFen === null) {
    const texts = (parts.get('divide') ?? '').split('~').filter((text) => text !== '').map(unpack)
    next.compare = { depth: whole('compare', 1, 12, 3), walk: legalPart(next.start, list('walk')), texts, rule: /^[a-z\d-]+$/.exec(parts.get('rule') ?? '')?.[0] ?? null }
  }
  const tried = parts.get('try')
  if (tried !== undefined && next.badFen === null) next.refused = refusal(gameOf(next).position, tried)
  next.notice = problems.length > 0 ? problems.join(' ') : null
  return next
}
