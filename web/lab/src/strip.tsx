import { hex } from 'tabiya'
import { useRef } from 'preact/hooks'
import { sizeOf } from './bits'
import { Copy } from './copy'
import { shownSets } from './sets'
import { gameOf, update, useLab } from './state'
import { MiniBoard } from './swatch'

/** The sets on the board, one small board each: pointing at one shows it alone. */
export function Strip() {
  const lab = useLab()
  const list = useRef<HTMLUListElement>(null)
  const sets = shownSets(lab, gameOf(lab).position)
  const tabbed = lab.tab === 'layers' || lab.tab === 'bits' || lab.tab === 'learn'
  if (lab.setup !== null || (sets.length === 0 && !tabbed)) return null
  const alone = (id: string | null) => ({ isolated: id })
  const hide = (id: string, index: number) => {
    update({ layers: lab.layers.filter((known) => known !== id), isolated: null })
    // The button is gone with its set: the focus goes to the next one, or to the view.
    const next = list.current?.querySelectorAll<HTMLElement>('.hide')[index + 1] ?? document.getElementById('view')
    next?.focus()
  }
  return (
    <section class={tabbed ? 'strip' : 'strip idle'} aria-label="Sets on the board">
      <div class="row-between">
        <h2>On the board</h2>
        {sets.some(({ id }) => lab.layers.includes(id)) && (
          <button type="button" class="small" onClick={() => { update({ layers: [], isolated: null }); document.getElementById('view')?.focus() }}>Hide all</button>
        )}
      </div>
      {sets.length === 0 && <p class="quiet">No set yet. {lab.tab === 'bits' ? 'Add one on this page, or tick a layer.' : 'Choose a layer.'}</p>}
      <ul ref={list}>
        {sets.map(({ id, name, set, style }, index) => (
          <li key={id} class="set-card" data-set={id} onMouseEnter={() => update(alone(id))} onMouseLeave={() => update(alone(null))}
            onFocusCapture={() => update(alone(id))} onBlurCapture={() => update(alone(null))}>
            <MiniBoard set={set} flipped={lab.flipped} style={style} />
            <div>
              <h3>{name}</h3>
              <code class="hex">{hex(set)}</code>
              <p class="buttons">
                <span class="quiet">{sizeOf(set)} {sizeOf(set) === 1 ? 'square' : 'squares'}</span>
                <Copy text={hex(set)} label={`${name} in hexadecimal`} />
                {lab.layers.includes(id) && <button type="button" class="small hide" aria-label={`Hide ${name}`} onClick={() => hide(id, index)}>×</button>}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
