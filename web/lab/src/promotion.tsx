import { useLayoutEffect, useRef } from 'preact/hooks'
import { prefix } from './paint'
import { useDark } from './theme'

const ROLES = [['q', 'queen'], ['r', 'rook'], ['b', 'bishop'], ['n', 'knight']] as const

/** Which piece a pawn becomes. Escape and Cancel leave the pawn where it is. */
export function Promotion({ white, onChoose, onCancel }: { white: boolean; onChoose: (role: string) => void; onCancel: () => void }) {
  const dark = useDark()
  const dialog = useRef<HTMLDivElement>(null)
  // At once, so that the next key already goes to the dialog.
  useLayoutEffect(() => dialog.current?.querySelector('button')?.focus(), [])
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onCancel()
    const step = { ArrowRight: 1, ArrowDown: 1, Tab: event.shiftKey ? -1 : 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    // The focus stays in the dialog.
    event.preventDefault()
    event.stopPropagation()
    const buttons = [...(dialog.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    buttons[(at + step + buttons.length) % buttons.length]?.focus()
  }
  return (
    <div ref={dialog} class="promotion" role="dialog" aria-modal="true" aria-label="Promote to" onKeyDown={keys}>
      {ROLES.map(([role, name]) => (
        <button type="button" class="promote" key={role} aria-label={name} onClick={() => onChoose(role)}>
          <svg viewBox="0 0 100 100" aria-hidden="true"><use href={`#${prefix(dark)}-${white ? role.toUpperCase() : role}`} /></svg>
        </button>
      ))}
      <button type="button" class="cancel" onClick={onCancel}>Cancel</button>
    </div>
  )
}
