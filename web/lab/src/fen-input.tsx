import { readFen } from 'tabiya'
import { useEffect, useId, useRef, useState } from 'preact/hooks'

/** A FEN with its mistakes, each at its column, and the repair. The text stays as typed while the field has the focus. */
export function FenInput({ value, onValid, label, wrong = null }: { value: string; onValid: (fen: string) => void; label: string; wrong?: string | null }) {
  const [text, setText] = useState(wrong ?? value)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    if (document.activeElement !== field.current) setText(wrong ?? value)
  }, [value, wrong])
  const reading = readFen(text)
  const wide = text.trim().split(/\s+/).length >= 4
  const take = (next: string, whole: boolean) => {
    setText(next)
    const { mistakes, fen } = readFen(next)
    // Half a FEN is a position as well; it is taken when the field is left or the typing has come to the side to move.
    if (mistakes.length === 0 && fen !== null && fen !== value && (whole || next.trim().split(/\s+/).length >= 4)) onValid(next.trim())
  }
  return (
    <div class="fen-input">
      <label class="block" for={id}>{label}</label>
      <input id={id} ref={field} type="text" class="fen mono" spellcheck={false} autocomplete="off" value={text} aria-invalid={reading.mistakes.length > 0} aria-describedby={`${id}-mistakes`}
        onInput={(event) => take(event.currentTarget.value, false)}
        onPaste={() => setTimeout(() => field.current && take(field.current.value, true))}
        onKeyDown={(event) => { if (event.key === 'Enter') take(event.currentTarget.value, true) }}
        onBlur={(event) => {
          take(event.currentTarget.value, true)
          if (readFen(event.currentTarget.value).mistakes.length === 0) setTimeout(() => document.activeElement !== field.current && setText(readFen(field.current?.value ?? '').fen ?? value))
        }} />
      <div id={`${id}-mistakes`} role="status">
        {reading.mistakes.length > 0 && (
          <div class="mistakes">
            <Marked text={text} columns={reading.mistakes.map(({ column, length }) => [column, length])} />
            <ol>
              {reading.mistakes.map((mistake, index) => (
                <li key={index}><span class="column">column {mistake.column}</span> {mistake.message.replace(/^column \d+: /, '')}</li>
              ))}
            </ol>
            {reading.fen !== null && (
              <p class="repair">
                <span>Probably meant: <code>{reading.fen}</code></span>
                <button type="button" class="primary" onClick={() => { take(reading.fen as string, true); field.current?.focus() }}>Use the repair</button>
              </p>
            )}
          </div>
        )}
        {reading.mistakes.length === 0 && !wide && reading.fen !== null && <p class="quiet">Read as <code>{reading.fen}</code></p>}
      </div>
    </div>
  )
}

/** A text with some columns marked; where something is missing the mark is a caret. */
function Marked({ text, columns }: { text: string; columns: [number, number][] }) {
  const letters = [...text]
  const marked = new Set(columns.flatMap(([column, length]) => Array.from({ length }, (_, index) => column - 1 + index)))
  const gaps = new Set(columns.filter(([, length]) => length === 0).map(([column]) => column - 1))
  return (
    <code class="marked" aria-hidden="true">
      {[...letters, ''].map((letter, index) => (
        <>
          {gaps.has(index) && <mark class="gap">‸</mark>}
          {marked.has(index) ? <mark>{letter === ' ' ? '␣' : letter}</mark> : letter}
        </>
      ))}
    </code>
  )
}
