import { hex, type SliderSteps, SQUARES } from 'tabiya'
import { useState } from 'preact/hooks'
import { styleOf, Swatch } from './board'
import { Copy } from './copy'
import { ALL, GROUPS, type Layer, SLIDER_PARTS } from './layers'
import { setOfLayer } from './sets'
import { gameOf, update, useLab } from './state'

/** The number as a board: eight rows of eight digits, the eighth rank first. */
export function binaryBoard(set: bigint): string {
  const bit = (index: number) => String((set >> BigInt(index)) & 1n)
  return [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => Array.from({ length: 8 }, (_, file) => bit(8 * rank + file)).join(' ')).join('\n')
}

function count(set: bigint): number {
  return set.toString(2).replaceAll('0', '').length
}

export function LayersPanel() {
  const lab = useLab()
  const { position } = gameOf(lab)
  const toggle = (id: string) =>
    update({ layers: lab.layers.includes(id) ? lab.layers.filter((known) => known !== id) : [...lab.layers, id] })

  const item = (layer: Layer) => {
    const set = setOfLayer(position, layer.id, lab.square)
    const on = lab.layers.includes(layer.id)
    const squares = count(set)
    return (
      <li key={layer.id}>
        <label class={on ? 'layer-item on' : 'layer-item'}>
          <input type="checkbox" checked={on} onChange={() => toggle(layer.id)} />
          {on ? <Swatch index={styleOf(lab.layers, layer.id)} /> : <span class="swatch empty" />}
          <span class="layer-name">{layer.name}</span>
          <span class="quiet">{squares}</span>
        </label>
        <p class="layer-text">{layer.text}</p>
      </li>
    )
  }

  return (
    <div class="panel">
      {lab.layers.length > 0 && (
        <section aria-label="Layers shown">
          <div class="row-between">
            <h2>Shown</h2>
            <button type="button" class="small" onClick={() => update({ layers: [] })}>Hide all</button>
          </div>
          <div class="numbers">
            {lab.layers.map((id, index) => {
              const layer = ALL.find((known) => known.id === id)
              return layer && <SetCard key={id} name={layer.name} id={id} set={setOfLayer(position, id, lab.square)} index={index} />
            })}
          </div>
        </section>
      )}
      {GROUPS.map((group, index) => (
        <details key={group.name} open={index === 3 || group.layers.some(({ id }) => lab.layers.includes(id))}>
          <summary><h2>{group.name}</h2></summary>
          <ul class="layer-list">{group.layers.map(item)}</ul>
        </details>
      ))}
      <SliderPanel item={item} />
    </div>
  )
}

/** A set as a number: hexadecimal, and as a binary board. */
export function SetCard({ name, id, set, index }: { name: string; id?: string; set: bigint; index?: number }) {
  const [binary, setBinary] = useState(index === 0)
  const squares = count(set)
  return (
    <article class="set-card" data-set={id}>
      <header>
        {index !== undefined && <Swatch index={index} />}
        <h3>{name}</h3>
        <span class="quiet">{squares} {squares === 1 ? 'square' : 'squares'}</span>
      </header>
      <div class="number">
        <code class="hex">{hex(set)}</code>
        <Copy text={hex(set)} label={`${name} in hexadecimal`} />
        <button type="button" class="small" aria-expanded={binary} onClick={() => setBinary(!binary)}>Binary</button>
      </div>
      {binary && (
        <div class="number">
          <pre class="binary" aria-label={`${name} as a binary board`}>{binaryBoard(set)}</pre>
          <Copy text={binaryBoard(set)} label={`${name} as a binary board`} />
        </div>
      )}
    </article>
  )
}

function SliderPanel({ item }: { item: (layer: Layer) => preact.JSX.Element }) {
  const lab = useLab()
  const { position } = gameOf(lab)
  const steps = position.slider(lab.square)
  return (
    <details open={lab.layers.some((id) => /^(rook|bishop)-(relevant|blockers|attacks)$/.test(id))}>
      <summary><h2>Sliders: magic and PEXT</h2></summary>
      <p class="layer-text">
        A slider on{' '}
        <select aria-label="Square of the slider" value={lab.square} onChange={(event) => update({ square: event.currentTarget.value as never })}>
          {SQUARES.map((square) => <option key={square}>{square}</option>)}
        </select>
        ; clicking a square of the board chooses it too. Where no rook or bishop stands, one is imagined.
      </p>
      {steps.map((step) => (
        <section key={step.role}>
          <h3>{step.role === 'rook' ? 'Rook' : 'Bishop'} on {lab.square}</h3>
          <ul class="layer-list">
            {SLIDER_PARTS.map(({ part, name, text }) => item({ id: `${step.role}-${part}`, name: `${step.role === 'rook' ? 'Rook' : 'Bishop'}: ${name}`, text }))}
          </ul>
          <Steps step={step} />
        </section>
      ))}
    </details>
  )
}

function Steps({ step }: { step: SliderSteps }) {
  const line = (name: string, value: string) => (
    <tr><th scope="row">{name}</th><td><code>{value}</code></td><td><Copy text={value} label={name} /></td></tr>
  )
  return (
    <table class="steps" data-slider={step.role}>
      <caption>{step.entries} entries for this square</caption>
      <tbody>
        {line('blockers', hex(step.blockers))}
        {line('× magic number', hex(step.magic))}
        {line('= product', hex(step.product))}
        {line(`>> ${step.shift} = magic index`, String(step.magicIndex))}
        {line('PEXT index', `${step.pextIndex} = 0b${step.pextIndex.toString(2).padStart(64 - step.shift, '0')}`)}
        {line('attack set', hex(step.attacks))}
      </tbody>
    </table>
  )
}
