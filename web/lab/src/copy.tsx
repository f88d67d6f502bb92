import { useState } from 'preact/hooks'

/** A button that copies a text and says so. */
export function Copy({ text, label, name = 'Copy', size = 'small' }: { text: string; label: string; name?: string; size?: string }) {
  const [done, setDone] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setDone(true)
      setTimeout(() => setDone(false), 1500)
    } catch {
      prompt('Copy this:', text)
    }
  }
  return (
    <button type="button" class={size} onClick={copy} aria-label={done ? 'Copied' : `Copy ${label}`}>
      {done ? 'Copied' : name}
    </button>
  )
}
