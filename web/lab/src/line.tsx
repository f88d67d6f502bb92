import { useEffect, useMemo, useRef } from 'preact/hooks'
import { gameOf, go, update, useLab } from './state'

/** The moves of the game beside the board, and the ways through it. */
export function Line() {
  const lab = useLab()
  const { start, line, ply } = lab
  const sans = useMemo(() => gameOf({ start, line, ply: line.length }).game.history(), [start, line])
  const first = Number(start.split(' ')[5] ?? 1) || 1
  const black = start.split(' ')[1] === 'b' ? 1 : 0
  const list = useRef<HTMLOListElement>(null)

  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      // With a modifier the key is the browser's; in a field or on the board it has a meaning there.
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [role=grid], [role=tablist], [role=dialog], [contenteditable]')) return
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      if (step === undefined || line.length === 0) return
      event.preventDefault()
      go(ply + step)
    }
    addEventListener('keydown', keys)
    return () => removeEventListener('keydown', keys)
  }, [line, ply])

  useEffect(() => {
    // Only the list scrolls, never the page.
    const [box, current] = [list.current, list.current?.querySelector<HTMLElement>('.on')]
    if (!box) return
    if (!current) box.scrollTop = 0
    else {
      const [outer, inner] = [box.getBoundingClientRect(), current.getBoundingClientRect()]
      if (inner.top < outer.top) box.scrollTop += inner.top - outer.top
      else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom
    }
  }, [ply, line])

  // A disabled button would drop the focus; this one stays where it is and does nothing.
  const step = (name: string, sign: string, to: number, off: boolean) => (
    <button type="button" class="step" onClick={() => go(to)} aria-disabled={off} aria-label={name}>{sign}</button>
  )
  return (
    <div class={lab.setup === null ? 'line' : 'line unused'}>
      <div class="buttons steps-row" role="group" aria-label="Game">
        {step('To the start', '|◀', 0, ply === 0)}
        {step('Back', '◀', ply - 1, ply === 0)}
        {step('Forward', '▶', ply + 1, ply === line.length)}
        {step('To the end', '▶|', line.length, ply === line.length)}
      </div>
      <ol class="history" aria-label="Moves played" ref={list} tabIndex={sans.length > 12 ? 0 : undefined}>
        {sans.length === 0 && <li class="quiet none">No moves yet</li>}
        {sans.map((san, index) => (
          <li key={index}>
            {((index + black) % 2 === 0 || index === 0) && <span class="quiet">{first + Math.floor((index + black) / 2)}.{(index + black) % 2 === 1 ? '..' : ''}</span>}
            <button type="button" class={index + 1 === ply ? 'ply on' : 'ply'} aria-current={index + 1 === ply ? 'step' : undefined} onClick={() => go(index + 1)}>{san}</button>
          </li>
        ))}
      </ol>
      <div class="buttons" role="group" aria-label="Board">
        <button type="button" aria-disabled={ply === 0} onClick={() => { if (ply > 0) update({ line: line.slice(0, ply - 1), ply: ply - 1 }) }}>Take back</button>
        <button type="button" onClick={() => update({ flipped: !lab.flipped })} aria-pressed={lab.flipped}>Flip</button>
        <button type="button" onClick={() => update({ drawing: !lab.drawing, refused: null })} aria-pressed={lab.drawing}>Draw</button>
        <button type="button" class={lab.arrows.length > 0 ? '' : 'unused'} onClick={() => update({ arrows: [] })}>Clear arrows</button>
      </div>
    </div>
  )
}
