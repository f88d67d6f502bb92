import { hex, SQUARES_BY_NUMBER as SQUARES } from 'tabiya'
import { useState } from 'preact/hooks'
import { BitsError, CORNERS, type Corner, nearest, relaid, sizeOf } from './bits'
import { Copy } from './copy'
import { GROUPS, nameOfLayer } from './layers'
import { binaryBoard } from './layers-panel'
import { addBits, changeBits, removeBits } from './own-sets'
import { namedSets, ownSet } from './sets'
import { gameOf, update, useLab } from './state'
import { MiniBoard } from './swatch'

const squaresIn = (set: bigint) => SQUARES.filter((_, index) => (set >> BigInt(index)) & 1n).join(' ')

/** Bitboards brought in: typed, pasted or clicked, combined, and held against the library's own. */
export function BitsPanel() {
  const lab = useLab()
  const [text, setText] = useState('')
  const add = () => {
    if (text.trim() === '') return
    addBits(text.trim())
    setText('')
  }
  return (
    <div class="panel">
      <section>
        <h2>Bitboards of your own</h2>
        <form class="controls" onSubmit={(event) => { event.preventDefault(); add() }}>
          <label class="block grow">Number, board or expression
            <textarea class="mono" rows={2} spellcheck={false} value={text} placeholder="0x0000001818000000 or pinned & ~A" onInput={(event) => setText(event.currentTarget.value)}
              onKeyDown={(event) => { if (event.key === 'Enter' && (event.ctrlKey || !text.includes('\n')) && !event.shiftKey) { event.preventDefault(); add() } }} />
          </label>
          <span class="buttons">
            <button type="submit" class="primary" disabled={text.trim() === '' || lab.bits.length >= 8}>Add</button>
            <button type="button" disabled={lab.bits.length >= 8} onClick={() => { addBits('0x0'); update({ editing: 'ABCDEFGH'.split('').find((name) => !lab.bits.some((own) => own.name === name)) ?? null }) }}>Click squares</button>
          </span>
        </form>
        <fieldset class="kinds">
          <legend>Bit 0 is</legend>
          {CORNERS.map((corner) => (
            <label key={corner} class={corner === lab.corner ? 'chip on' : 'chip'}>
              <input type="radio" name="corner" value={corner} checked={corner === lab.corner} onChange={() => update({ corner: corner as Corner })} />
              {corner}
            </label>
          ))}
        </fieldset>
        <p class="layer-text">
          Bit 1 is the next square of the same rank. Numbers may be hexadecimal, decimal or binary; a board is eight lines of eight
          marks, the eighth rank first. Shifts act on the number, in this layout.
        </p>
      </section>
      {lab.bits.map(({ name, text }) => <OwnCard key={name} name={name} text={text} />)}
      <details>
        <summary><h2>What an expression may hold</h2></summary>
        <table class="steps">
          <tbody>
            <tr><th scope="row">Sets</th><td><code>A</code> … <code>H</code>, <code>e4</code>, and every layer by its name: <code>pinned</code>, <code>pin-lines</code>, <code>check-mask</code>, <code>king-danger</code> …</td></tr>
            <tr><th scope="row">Operators</th><td><code>~ * + - &lt;&lt; &gt;&gt; &amp; ^ |</code>, bound as in C, on 64 bits; so <code>o ^ (o - 2 * r)</code> works</td></tr>
            <tr><th scope="row">Directions</th><td><code>north(A)</code>, <code>south</code>, <code>east</code>, <code>west</code>, <code>northeast</code>, <code>northwest</code>, <code>southeast</code>, <code>southwest</code>: no bit wraps</td></tr>
            <tr><th scope="row">Flips</th><td><code>flipv(A)</code>, <code>fliph(A)</code>, <code>flipdiag(A)</code>, <code>rotate180(A)</code></td></tr>
          </tbody>
        </table>
      </details>
    </div>
  )
}

function OwnCard({ name, text }: { name: string; text: string }) {
  const lab = useLab()
  const { position } = gameOf(lab)
  const value = ownSet(lab, position, name)
  const bad = value instanceof BitsError ? value : null
  const set = value instanceof BitsError ? 0n : value
  const number = relaid(set, lab.corner)
  const [binary, setBinary] = useState(false)
  const at = lab.layers.indexOf(name)
  const editing = lab.editing === name
  const wrap = (change: (text: string) => string) => changeBits(name, change(/^[\w.]+$/.test(text.trim()) ? text.trim() : `(${text.trim()})`))
  return (
    <article class="own-card" data-own={name}>
      <header class="row-between">
        <h3><MiniBoard set={set} flipped={lab.flipped} style={Math.max(0, at)} /> Set {name} <span class="quiet">{sizeOf(set)} {sizeOf(set) === 1 ? 'square' : 'squares'}</span></h3>
        <span class="buttons">
          <label class="check"><input type="checkbox" checked={at >= 0} onChange={() => update({ layers: at >= 0 ? lab.layers.filter((id) => id !== name) : [...lab.layers, name] })} />On the board</label>
          <button type="button" class="small" aria-pressed={editing} onClick={() => update({ editing: editing ? null : name })}>Click squares</button>
          <button type="button" class="small" aria-label={`Remove set ${name}`} onClick={() => { removeBits(name); document.getElementById('view')?.focus() }}>×</button>
        </span>
      </header>
      <label class="block"><span class="sr-only">Set {name}</span>
        <textarea class="mono" rows={Math.min(8, text.split('\n').length)} spellcheck={false} value={text} aria-invalid={bad !== null} aria-describedby={`own-${name}`} onInput={(event) => changeBits(name, event.currentTarget.value)} />
      </label>
      <p id={`own-${name}`} class="error" role="status">{bad?.message}</p>
      <div class="buttons" role="group" aria-label={`Change set ${name}`}>
        {(['north', 'south', 'east', 'west', 'flipv', 'fliph', 'rotate180'] as const).map((act) => (
          <button type="button" class="small" key={act} onClick={() => wrap((inner) => `${act}${inner.startsWith('(') ? inner : `(${inner})`}`)}>{act}</button>
        ))}
        <button type="button" class="small" aria-label="complement" onClick={() => wrap((inner) => `~${inner}`)}>~</button>
        <button type="button" class="small" disabled={bad !== null} onClick={() => changeBits(name, hex(number))}>Work out</button>
      </div>
      {bad === null && (
        <>
          <div class="number">
            <code class="hex">{hex(number)}</code><Copy text={hex(number)} label={`set ${name} in hexadecimal`} />
            <code class="decimal">{String(number)}</code><Copy text={String(number)} label={`set ${name} in decimal`} />
            <button type="button" class="small" aria-expanded={binary} onClick={() => setBinary(!binary)}>Binary</button>
          </div>
          {binary && (
            <div class="number">
              <pre class="binary" aria-label={`Set ${name} as a board`}>{binaryBoard(set)}</pre>
              <Copy text={binaryBoard(set)} label={`set ${name} as a board`} />
              <Copy text={`0b${number.toString(2).padStart(64, '0')}`} label={`set ${name} in binary`} name="Copy 64 bits" />
            </div>
          )}
          <Against name={name} set={set} />
        </>
      )}
    </article>
  )
}

/** One of the user's sets against a layer: which squares are too many, which are missing. */
function Against({ name, set }: { name: string; set: bigint }) {
  const lab = useLab()
  const { position } = gameOf(lab)
  const layers = namedSets(position)
  const [own, other] = lab.against?.split(':') ?? []
  const chosen = own === name ? other : undefined
  const near = nearest(set, layers).slice(0, 3)
  const shown = chosen === undefined ? near : nearest(set, layers.filter(([id]) => id === chosen))
  return (
    <div class="against">
      <label>Compare with{' '}
        <select value={chosen ?? ''} onChange={(event) => update({ against: event.currentTarget.value === '' ? null : `${name}:${event.currentTarget.value}` })}>
          <option value="">the nearest layers</option>
          {GROUPS.map((group) => (
            <optgroup key={group.name} label={group.name}>{group.layers.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}</optgroup>
          ))}
        </select>
      </label>
      <div role="status"><ul class="plain">
        {shown.map(({ name: layer, extra, missing }) => (
          <li key={layer}>
            {chosen === undefined
              ? <button type="button" class="small" onClick={() => update({ against: `${name}:${layer}` })}>{nameOfLayer(layer)}</button>
              : <strong>Yours against {nameOfLayer(layer)}:</strong>}{' '}
            {extra === 0n && missing === 0n ? <span class="good">the same set</span> : (
              <span class="mono">
                {extra !== 0n && <span class="bad">+ {squaresIn(extra)} </span>}
                {missing !== 0n && <span class="bad">− {squaresIn(missing)}</span>}
              </span>
            )}
          </li>
        ))}
      </ul></div>
    </div>
  )
}
