/** The board: what mouse, finger and keyboard do on it. `paint.tsx` draws it. */
import { SQUARES_BY_NUMBER as SQUARES, type Square } from 'tabiya'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { clickBits } from './own-sets'
import { has, Paint, prefix } from './paint'
import { Palette } from './palette'
import { Promotion } from './promotion'
import { differenceOf, shownSets } from './sets'
import { draw, gameOf, get, go, play, refuse, update, useLab } from './state'
import { useDark } from './theme'

const NAMES: Record<string, string> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' }

export function nameOf(letter: string): string {
  return letter === '.' ? 'empty' : `${isUpper(letter) ? 'white' : 'black'} ${NAMES[letter.toLowerCase()]}`
}

function isUpper(letter: string): boolean {
  return letter === letter.toUpperCase()
}

interface Drag {
  kind: 'piece' | 'arrow' | 'paint'
  /** Where it began; `null` for a piece from the palette. */
  from: Square | null
  /** The piece that is dragged, or painted. */
  letter: string
  x: number
  y: number
  moved: boolean
  button: number
}

export function Board() {
  const lab = useLab()
  const dark = useDark()
  const { game, position } = gameOf(lab)
  const { setup } = lab
  const letters = setup?.letters.join('') ?? position.letters()
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
  const focusOn = (square: Square) => {
    setFocus(square)
    board.current?.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus()
  }

  useEffect(() => {
    setPicked(null)
    setPromoting(null)
  }, [lab.start, lab.line, lab.ply, setup === null, lab.drawing])

  const from = picked ?? (drag?.kind === 'piece' ? drag.from : null)
  const targets = useMemo(() => {
    if (from === null || setup !== null || lab.drawing || lab.editing !== null) return new Set<Square>()
    // In Chess960 a castle ends on the rook: the king's own target may be an ordinary step as well.
    return new Set(position.moves({ verbose: true, square: from }).map((move) => (position.chess960 ? (move.uci.slice(2, 4) as Square) : move.to)))
  }, [from, position, setup === null, lab.drawing, lab.editing])

  const order = useMemo(() => {
    const rows = Array.from({ length: 8 }, (_, row) => SQUARES.slice(8 * (7 - row), 8 * (7 - row) + 8))
    return lab.flipped ? rows.reverse().map((row) => [...row].reverse()) : rows
  }, [lab.flipped])

  const letterOn = (square: Square) => letters[SQUARES.indexOf(square)] as string

  const attempt = (from: Square, to: Square) => {
    setPicked(null)
    if (from === to) return
    const pawn = letterOn(from).toLowerCase() === 'p'
    const ours = isUpper(letterOn(from)) === (position.turn() === 'w')
    const last = to[1] === '1' || to[1] === '8'
    const promotes = pawn && ours && last
    const explanation = position.explain(from + to + (promotes ? 'q' : ''))
    if (!explanation.legal) refuse(from + to + (promotes ? 'q' : ''))
    else if (promotes) setPromoting({ from, to })
    else play(explanation.uci)
  }

  const put = (changes: [Square, string][]) => {
    const setup = get().setup
    if (setup === null) return
    const next = [...setup.letters]
    for (const [square, letter] of changes) next[SQUARES.indexOf(square)] = letter
    update({ setup: { ...setup, letters: next } })
  }

  /** The first square of an arrow, or the second. */
  const aim = (square: Square) => {
    if (picked !== null) draw(picked, square)
    setPicked(picked === null ? square : null)
  }

  const activate = (square: Square, byKey: boolean) => {
    if (setup !== null) {
      // A pointer has painted or dragged already when its click arrives.
      if (!byKey) return
      if (lab.brush !== 'hand') return put([[square, lab.brush === letterOn(square) ? '.' : lab.brush]])
      if (picked !== null) put(picked === square ? [] : [[square, letterOn(picked)], [picked, '.']])
      return setPicked(picked === null && letterOn(square) !== '.' ? square : null)
    }
    if (lab.editing !== null) return clickBits(square)
    // A pointer draws when it is lifted: phones swallow the second click of two quick ones.
    if (lab.drawing) return byKey ? aim(square) : undefined
    if (lab.refused !== null) update({ refused: null })
    if (lab.tab === 'layers' || lab.tab === 'learn') update({ square })
    if (picked === null) {
      if (letterOn(square) !== '.') setPicked(square)
    } else {
      const mine = letterOn(square) !== '.' && isUpper(letterOn(square)) === isUpper(letterOn(picked))
      // Castling may be written either way, so a rook of the same side stays a target of the king.
      if (mine && !position.ucis().includes(picked + square) && picked !== square) setPicked(square)
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
    const { button, clientX: x, clientY: y } = event
    const begin = (kind: Drag['kind'], letter: string) => pull({ kind, from, letter, x, y, moved: false, button })
    if (setup !== null) {
      // Touch would otherwise keep sending its events to the first square alone.
      if (lab.brush === 'hand' && button === 0) return letterOn(from) === '.' ? undefined : begin('piece', letterOn(from))
      const letter = button === 2 || lab.brush === 'hand' || lab.brush === letterOn(from) ? '.' : lab.brush
      put([[from, letter]])
      return begin('paint', letter)
    }
    if (lab.editing !== null && button === 0) return
    if (button === 2 || (button === 0 && lab.drawing)) return begin('arrow', '')
    if (button === 0 && letterOn(from) !== '.') begin('piece', letterOn(from))
  }

  const pointer = {
    pointermove(event: PointerEvent) {
      const drag = held.current
      if (drag === null) return
      const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 5
      if (!drag.moved && !far) return
      if (drag.kind === 'paint') {
        const over = squareAt(event.clientX, event.clientY)
        if (over !== null && get().setup?.letters[SQUARES.indexOf(over)] !== drag.letter) put([[over, drag.letter]])
      }
      pull({ ...drag, x: event.clientX, y: event.clientY, moved: true })
    },
    pointerup(event: PointerEvent) {
      const drag = held.current
      if (drag === null) return
      pull(null)
      const to = squareAt(event.clientX, event.clientY)
      if (drag.kind === 'paint') return
      if (setup !== null) {
        if (!drag.moved || to === drag.from) return
        const changes: [Square, string][] = drag.from === null ? [] : [[drag.from, '.']]
        // Dropped beside the board, the piece is gone.
        if (to !== null) changes.push([to, drag.letter])
        return put(changes)
      }
      if (to === null || drag.from === null) return
      if (drag.kind === 'arrow') {
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
  // The listeners stay; what they do changes with every drawing of the board. A quick tap ends before an effect runs.
  const present = useRef(pointer)
  present.current = pointer
  useEffect(() => {
    const ending = new AbortController()
    for (const name of ['pointermove', 'pointerup', 'pointercancel'] as const) {
      addEventListener(name, (event) => present.current[name](event), { signal: ending.signal })
    }
    let turned = 0
    const wheel = (event: WheelEvent) => {
      const { line, setup } = get()
      if (line.length === 0 || setup !== null || event.ctrlKey) return
      event.preventDefault()
      turned += event.deltaY
      if (Math.abs(turned) < 30) return
      go(get().ply + Math.sign(turned))
      turned = 0
    }
    board.current?.addEventListener('wheel', wheel, { passive: false, signal: ending.signal })
    return () => ending.abort()
  }, [])

  const keys = (event: KeyboardEvent, square: Square) => {
    const steps: Record<string, [number, number]> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }
    const step = steps[event.key]
    if (step !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      event.stopPropagation()
      const row = order.findIndex((squares) => squares.includes(square))
      const column = (order[row] as Square[]).indexOf(square)
      const next = order[row + step[1]]?.[column + step[0]]
      if (next !== undefined) focusOn(next)
    } else if (event.key === 'Escape') {
      setPicked(null)
      update({ refused: null })
    }
  }

  const all = shownSets(lab, position)
  const layers = lab.isolated === null ? all : all.filter(({ id }) => id === lab.isolated)
  const difference = setup === null ? differenceOf(lab, position) : null
  const last = useMemo(() => (lab.ply > 0 ? game.history({ verbose: true }).at(-1) : undefined), [game])
  const checked = setup === null && position.isCheck() ? position.findPiece({ color: position.turn(), type: 'k' })[0] : undefined
  const refused = setup === null ? lab.refused : null
  const slider = lab.tab === 'layers' && layers.some(({ id }) => /^(rook|bishop)-(relevant|blockers|attacks)$/.test(id))

  const label = (square: Square) => {
    const parts = [square, nameOf(letterOn(square))]
    if (square === checked) parts.push('in check')
    if (picked === square) parts.push(lab.drawing ? 'arrow begins here' : 'picked up')
    if (targets.has(square)) parts.push('legal target')
    for (const { name, set } of layers) if (has(set, square)) parts.push(`in ${name}`)
    if (difference !== null && has(difference.extra, square)) parts.push(`not in ${difference.name}`)
    if (difference !== null && has(difference.missing, square)) parts.push(`only in ${difference.name}`)
    if (refused?.squares.includes(square)) parts.push('part of the reason')
    return parts.join(', ')
  }

  const box = board.current?.getBoundingClientRect()
  const over = drag?.kind === 'arrow' && drag.moved ? squareAt(drag.x, drag.y) : null
  const flying = drag !== null && drag.kind === 'piece' && drag.moved
  const neutral = all.length > 0 || lab.editing !== null || lab.tab === 'bits'

  return (
    <div class="board-frame">
      <div ref={board} class={neutral ? 'board neutral' : 'board'} role="grid" aria-label="Chess board" onPointerDown={down} onContextMenu={(event) => event.preventDefault()}>
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
        <Paint
          letters={letters} flipped={lab.flipped} dark={dark} layers={layers} difference={difference}
          last={last === undefined || setup !== null ? [] : [last.from, last.to]} checked={checked} chosen={slider ? lab.square : null}
          picked={picked} lifted={flying ? drag.from : null} targets={[...targets]} refused={refused} arrows={setup === null ? lab.arrows : []}
          pulled={over !== null && drag !== null && drag.from !== null && over !== drag.from ? drag.from + over : null} shown={setup === null ? lab.shown : null}
        />
        {flying && box !== undefined && (
          <svg class="dragged" viewBox="0 0 100 100" style={{ width: box.width / 8, height: box.width / 8, left: drag.x - box.left - box.width / 16, top: drag.y - box.top - box.width / 16 }} aria-hidden="true">
            <use href={`#${prefix(dark)}-${drag.letter}`} />
          </svg>
        )}
      </div>
      {promoting !== null && (
        <Promotion
          white={position.turn() === 'w'}
          onChoose={(role) => { play(promoting.from + promoting.to + role); setPromoting(null); focusOn(promoting.to) }}
          onCancel={() => { setPromoting(null); focusOn(promoting.from) }}
        />
      )}
      {setup !== null && <Palette onGrab={(letter, event) => pull({ kind: 'piece', from: null, letter, x: event.clientX, y: event.clientY, moved: false, button: 0 })} />}
    </div>
  )
}
