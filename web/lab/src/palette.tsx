import { nameOf } from './board'
import { prefix } from './paint'
import { update, useLab } from './state'
import { useDark } from './theme'

/** The pieces to set up with: drag one to the board, or choose one and paint squares with it. */
export function Palette({ onGrab }: { onGrab: (letter: string, event: PointerEvent) => void }) {
  const lab = useLab()
  const dark = useDark()
  return (
    <div class="palette" role="group" aria-label="Set up with">
      {[...'KQRBNPkqrbnp'].map((letter) => (
        <button type="button" key={letter} aria-pressed={lab.brush === letter} aria-label={nameOf(letter)}
          onPointerDown={(event) => {
            // A finger that began here may end on the board.
            event.currentTarget.releasePointerCapture(event.pointerId)
            onGrab(letter, event)
          }}
          onClick={() => update({ brush: letter })}>
          <svg viewBox="0 0 100 100" aria-hidden="true"><use href={`#${prefix(dark)}-${letter}`} /></svg>
        </button>
      ))}
      <button type="button" class="tool" aria-pressed={lab.brush === 'hand'} onClick={() => update({ brush: 'hand' })}>Move</button>
      <button type="button" class="tool" aria-pressed={lab.brush === '.'} onClick={() => update({ brush: '.' })}>Erase</button>
    </div>
  )
}
