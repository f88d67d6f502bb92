import { Position, SQUARES, type Square } from 'tabiya'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ALL } from './layers'
import { setOfLayer } from './sets'
import { draw, gameOf, play, update, useLab, type State } from './state'
import { useDark } from './theme'

const NAMES: Record<string, string> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' }
const PROMOTIONS = ['q', 'r', 'b', 'n'] as const
/** Six ways to mark a square, told apart by pattern as well as by colour. */
export const STYLES = 6

export function styleOf(layers: string[], id: string): number {
  return Math.max(0, layers.indexOf(id)) % STYLES
}

export function nameOf(letter: string): string {
  return letter === '.' ? 'empty' : `${letter === letter.toUpperCase() ? 'white' : 'black'} ${NAMES[letter.toLowerCase()]}`
}

interface Drag {
  from: Square
  x: number
  y: number
  moved: boolean
  /** Whether it draws an arrow: the right mouse button, or any pointer while drawing is switched on. */
  arrow: boolean
  button: number
}

export function Board({ brush }: { brush: string | null }) {
  const lab = useLab()
  const dark = useDark()
  const { game, position } = gameOf(lab)
  const letters = lab.setup?.join('') ?? position.letters()
  const [picked, setPicked] = useState<Square | null>(null)
  const [focus, setFocus] = useState<Square>('e2')
  const [drag, setDrag] = useState<Drag | null>(null)
  /** The same at once: the next event may come before the next drawing. */
  const held = useRef<Drag | null>(null)
  const pull = (next: Drag | null) => {
    held.current = next
    setDrag(next)
  }
  const [promoting, setPromoting] = useState<{ from: Square; to: Square } | null>(null)
  const board = useRef<HTMLDivElement>(null)

  useEffect(() => {
    setPicked(null)
    setPromoting(null)
  }, [lab.start, lab.line, lab.ply, lab.setup, lab.drawing])

  const targets = useMemo(() => {
    const from = picked ?? drag?.from
    if (from === undefined || lab.setup !== null || lab.drawing || drag?.arrow) return new Map<Square, string>()
    return new Map(position.moves({ verbose: true, square: from }).map((move) => [move.to, move.uci]))
  }, [picked, drag?.from, drag?.arrow, position, lab.setup, lab.drawing])

  const order = useMemo(() => {
    const rows = Array.from({ length: 8 }, (_, row) => SQUARES.slice(8 * (7 - row), 8 * (7 - row) + 8))
    return lab.flipped ? rows.reverse().map((row) => [...row].reverse()) : rows
  }, [lab.flipped])

  const letterOn = (square: Square) => letters[SQUARES.indexOf(square)] as string
  const place = (square: Square) => {
    const index = SQUARES.indexOf(square)
    const [file, rank] = [index % 8, index >> 3]
    return lab.flipped ? { x: 100 * (7 - file), y: 100 * rank } : { x: 100 * file, y: 100 * (7 - rank) }
  }
  const centre = (square: Square) => ({ x: place(square).x + 50, y: place(square).y + 50 })

  const attempt = (from: Square, to: Square) => {
    setPicked(null)
    if (from === to) return
    const pawn = letterOn(from).toLowerCase() === 'p'
    const ours = (letterOn(from) === letterOn(from).toUpperCase()) === (position.turn() === 'w')
    const last = to[1] === '1' || to[1] === '8'
    if (pawn && ours && last) {
      const explanation = position.explain(`${from}${to}q`)
      if (explanation.legal) return setPromoting({ from, to })
      return update({ refused: explanation })
    }
    const explanation = position.explain(from + to)
    if (explanation.legal) play(explanation.uci)
    else update({ refused: explanation })
  }

  const put = (square: Square) => {
    const setup = [...(lab.setup as string[])]
    setup[SQUARES.indexOf(square)] = brush === null || brush === setup[SQUARES.indexOf(square)] ? '.' : brush
    update({ setup })
  }

  /** The first square of an arrow, or the second. */
  const aim = (square: Square) => {
    if (picked !== null) draw(picked, square)
    setPicked(picked === null ? square : null)
  }

  const activate = (square: Square, byKey: boolean) => {
    // A pointer draws when it is lifted: phones swallow the second click of two quick ones.
    if (lab.drawing && lab.setup === null) return byKey ? aim(square) : undefined
    if (lab.setup !== null) return put(square)
    if (lab.refused !== null) update({ refused: null })
    if (lab.tab === 'layers') update({ square })
    if (picked === null) {
      if (letterOn(square) !== '.') setPicked(square)
    } else {
      const mine = letterOn(square) !== '.' && isUpper(letterOn(square)) === isUpper(letterOn(picked))
      // Castling is told by either spelling, so an own rook stays a target of the king.
      if (mine && !(position.ucis().includes(picked + square)) && picked !== square) setPicked(square)
      else attempt(picked, square)
    }
  }

  const squareAt = (x: number, y: number): Square | null => {
    const box = board.current?.getBoundingClientRect()
    if (box === undefined) return null
    const [column, row] = [Math.floor((8 * (x - box.left)) / box.width), Math.floor((8 * (y - box.top)) / box.height)]
    return order[row]?.[column] ?? null
  }

  const down = (event: PointerEvent) => {
    const from = squareAt(event.clientX, event.clientY)
    if (from === null || promoting !== null) return
    const { button } = event
    const arrow = button === 2 || (button === 0 && lab.drawing && lab.setup === null)
    if (!arrow && (button !== 0 || letterOn(from) === '.' || lab.setup !== null)) return
    pull({ from, x: event.clientX, y: event.clientY, moved: false, arrow, button })
  }
  const pointer = {
    pointermove(event: PointerEvent) {
      const drag = held.current
      if (drag === null) return
      const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 5
      if (drag.moved || far) pull({ ...drag, x: event.clientX, y: event.clientY, moved: true })
    },
    pointerup(event: PointerEvent) {
      const drag = held.current
      if (drag === null) return
      pull(null)
      const to = squareAt(event.clientX, event.clientY)
      if (to === null) return
      if (drag.arrow) {
        // The right button draws a ring at once; others draw in two steps.
        if (drag.from === to && drag.button === 0) return aim(to)
        setPicked(null)
        draw(drag.from, to)
      } else if (drag.moved) {
        setFocus(to)
        attempt(drag.from, to)
      }
    },
    pointercancel() {
      pull(null)
    },
  }
  // The listeners stay; what they do changes with every drawing of the board. A quick tap is over before an effect would run.
  const present = useRef(pointer)
  present.current = pointer
  useEffect(() => {
    const ending = new AbortController()
    for (const name of ['pointermove', 'pointerup', 'pointercancel'] as const) {
      addEventListener(name, (event) => present.current[name](event), { signal: ending.signal })
    }
    return () => ending.abort()
  }, [])

  const keys = (event: KeyboardEvent, square: Square) => {
    const steps: Record<string, [number, number]> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const row = order.findIndex((squares) => squares.includes(square))
      const column = (order[row] as Square[]).indexOf(square)
      const next = order[row + step[1]]?.[column + step[0]]
      if (next !== undefined) {
        setFocus(next)
        board.current?.querySelector<HTMLElement>(`[data-square="${next}"]`)?.focus()
      }
    } else if (event.key === 'Escape') {
      setPicked(null)
      update({ refused: null })
    }
  }

  const layers = lab.layers.map((id) => ({ id, set: lab.setup === null ? setOfLayer(position, id, lab.square) : 0n }))
  const inLayer = (set: bigint, square: Square) => ((set >> BigInt(SQUARES.indexOf(square))) & 1n) === 1n
  const last = lab.ply > 0 && lab.setup === null ? game.history({ verbose: true }).at(-1) : undefined
  const checked = lab.setup === null && position.isCheck() ? position.findPiece({ color: position.turn(), type: 'k' })[0] : undefined
  const refused = lab.refused

  const label = (square: Square) => {
    const parts = [square, nameOf(letterOn(square))]
    if (square === checked) parts.push('in check')
    if (picked === square) parts.push(lab.drawing ? 'arrow begins here' : 'picked up')
    if (targets.has(square)) parts.push('legal target')
    for (const { id, set } of layers) {
      if (inLayer(set, square)) parts.push(`in ${ALL.find((layer) => layer.id === id)?.name ?? id}`)
    }
    if (refused?.squares.includes(square)) parts.push('part of the reason')
    return parts.join(', ')
  }

  const definitions = useMemo(() => new Position().svg({ dark }).match(/<defs>([\s\S]*)<\/defs>/)?.[1] ?? '', [dark])
  const prefix = dark ? 'tabiya-dark' : 'tabiya-light'
  const box = board.current?.getBoundingClientRect()
  const arrow = (from: Square, to: Square, kind: string) => <Arrow key={`${kind}${from}${to}`} from={centre(from)} to={centre(to)} kind={kind} />
  const pulled = drag?.arrow && drag.moved ? squareAt(drag.x, drag.y) : null
  const shown = lab.shown === null ? null : ([lab.shown.slice(0, 2), lab.shown.slice(2, 4)] as [Square, Square])

  return (
    <div class="board-frame">
      <div ref={board} class="board" role="grid" aria-label="Chess board" onPointerDown={down} onContextMenu={(event) => event.preventDefault()}>
        {order.map((row, y) => (
          <div role="row" class="row" key={y}>
            {row.map((square) => (
              <button
                type="button"
                role="gridcell"
                key={square}
                data-square={square}
                aria-label={label(square)}
                aria-selected={picked === square}
                tabIndex={focus === square ? 0 : -1}
                class={`cell ${(SQUARES.indexOf(square) + (SQUARES.indexOf(square) >> 3)) % 2 === 0 ? 'dark' : 'light'}`}
                onFocus={() => setFocus(square)}
                onKeyDown={(event) => keys(event, square)}
                onClick={(event) => activate(square, event.detail === 0)}
              />
            ))}
          </div>
        ))}
        <svg class="paint" viewBox="0 0 800 800" aria-hidden="true">
          <defs dangerouslySetInnerHTML={{ __html: definitions + PATTERNS }} />
          {last !== undefined && [last.from, last.to].map((square) => <rect class="last" {...place(square)} width="100" height="100" key={square} />)}
          {checked !== undefined && <circle class="check" cx={centre(checked).x} cy={centre(checked).y} r="48" />}
          {layers.map(({ id, set }, index) => (
            <g key={id} class={`layer s${index % STYLES}`} data-layer={id}>
              {SQUARES.filter((square) => inLayer(set, square)).map((square) => (
                <rect key={square} x={place(square).x + 4 + 3 * (index % STYLES)} y={place(square).y + 4 + 3 * (index % STYLES)}
                  width={92 - 6 * (index % STYLES)} height={92 - 6 * (index % STYLES)} rx="8" fill={`url(#lab-pattern-${index % STYLES})`} />
              ))}
            </g>
          ))}
          {lab.tab === 'layers' && lab.layers.some((id) => /^(rook|bishop)-(relevant|blockers|attacks)$/.test(id)) && (
            <rect class="chosen" {...place(lab.square)} width="100" height="100" />
          )}
          {picked !== null && <rect class="picked" {...place(picked)} width="100" height="100" />}
          <Coordinates flipped={lab.flipped} />
          {SQUARES.map((square) => {
            const letter = letterOn(square)
            if (letter === '.') return null
            const lifted = drag !== null && drag.moved && !drag.arrow && drag.from === square
            return <use key={square} href={`#${prefix}-${letter}`} {...place(square)} class={lifted ? 'lifted' : ''} />
          })}
          {[...targets.keys()].map((square) =>
            letterOn(square) === '.' ? (
              <circle key={square} class="target" cx={centre(square).x} cy={centre(square).y} r="14" />
            ) : (
              <circle key={square} class="target ring" cx={centre(square).x} cy={centre(square).y} r="44" />
            ),
          )}
          {refused !== null && refused.from !== '' && refused.to !== '' && (
            <g class="refused">
              {refused.line.map((square) => <circle key={square} class="line" cx={centre(square).x} cy={centre(square).y} r="12" />)}
              {refused.squares.map((square) => <circle key={square} class="ring" cx={centre(square).x} cy={centre(square).y} r="44" />)}
              {arrow(refused.from, refused.to, 'no')}
            </g>
          )}
          {lab.arrows.map((text) =>
            text.length === 2 ? (
              <circle key={text} class="drawn-ring" cx={centre(text as Square).x} cy={centre(text as Square).y} r="44" />
            ) : (
              arrow(text.slice(0, 2) as Square, text.slice(2, 4) as Square, 'drawn')
            ),
          )}
          {pulled !== null && drag !== null && pulled !== drag.from && arrow(drag.from, pulled, 'drawn')}
          {shown !== null && arrow(shown[0], shown[1], 'shown')}
        </svg>
        {drag !== null && drag.moved && !drag.arrow && box !== undefined && (
          <svg class="dragged" viewBox="0 0 100 100" style={{ width: box.width / 8, height: box.width / 8, left: drag.x - box.left - box.width / 16, top: drag.y - box.top - box.width / 16 }} aria-hidden="true">
            <use href={`#${prefix}-${letterOn(drag.from)}`} />
          </svg>
        )}
      </div>
      {promoting !== null && (
        <div class="promotion" role="dialog" aria-label="Promote to">
          {PROMOTIONS.map((role) => (
            <button type="button" key={role} aria-label={NAMES[role]} autofocus={role === 'q'} onClick={() => play(promoting.from + promoting.to + role)}>
              <svg viewBox="0 0 100 100" aria-hidden="true"><use href={`#${prefix}-${position.turn() === 'w' ? role.toUpperCase() : role}`} /></svg>
            </button>
          ))}
          <button type="button" class="plain" onClick={() => setPromoting(null)}>Cancel</button>
        </div>
      )}
    </div>
  )
}

function isUpper(letter: string): boolean {
  return letter === letter.toUpperCase()
}

interface Point { x: number; y: number }

function Arrow({ from, to, kind }: { from: Point; to: Point; kind: string }) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const at = (along: number, aside: number) => {
    const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length]
    return `${(from.x + ux * along - uy * aside).toFixed(1)} ${(from.y + uy * along + ux * aside).toFixed(1)}`
  }
  const neck = length - 40
  return <path class={`arrow ${kind}`} d={`M${at(18, -8)}L${at(neck, -8)}L${at(neck, -24)}L${at(length - 6, 0)}L${at(neck, 24)}L${at(neck, 8)}L${at(18, 8)}Z`} />
}

function Coordinates({ flipped }: { flipped: boolean }) {
  const files = [...'abcdefgh']
  return (
    <g class="coordinates">
      {files.map((_, index) => {
        const file = files[flipped ? 7 - index : index]
        const rank = flipped ? index + 1 : 8 - index
        return (
          <>
            <text x={100 * index + 97} y={794} text-anchor="end" class={index % 2 === 0 ? 'on-dark' : 'on-light'}>{file}</text>
            <text x={4} y={100 * index + 21} class={index % 2 === 0 ? 'on-light' : 'on-dark'}>{rank}</text>
          </>
        )
      })}
    </g>
  )
}

/** Hatchings, dots and checks, each in its own colour: `currentColor` of the layer's class. */
const PATTERNS = [
  ['#1668c7', '<path d="M-5 5L5-5M0 20L20 0M15 25L25 15"/>'],
  ['#c2410c', '<path d="M-5 15L5 25M0 0L20 20M15-5L25 5"/>'],
  ['#15803d', '<circle cx="10" cy="10" r="3.5" class="dot"/>'],
  ['#8b1fa9', '<path d="M0 10H20"/>'],
  ['#a16207', '<path d="M10 0V20"/>'],
  ['#be123c', '<path d="M0 10H20M10 0V20"/>'],
]
  .map(
    ([color, marks], index) =>
      `<pattern id="lab-pattern-${index}" width="20" height="20" patternUnits="userSpaceOnUse"><rect width="20" height="20" fill="${color}" opacity=".22"/><g fill="${index === 2 ? color : 'none'}" stroke="${color}" stroke-width="${index === 2 ? 0 : 3.5}">${marks}</g></pattern>`,
  )
  .join('')

export function Swatch({ index }: { index: number }) {
  return (
    <svg class={`swatch layer s${index % STYLES}`} viewBox="0 0 40 40" aria-hidden="true">
      <rect x="3" y="3" width="34" height="34" rx="6" fill={`url(#lab-pattern-${index % STYLES})`} />
    </svg>
  )
}

export type { State }
