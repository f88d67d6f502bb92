import { hex, SQUARES_BY_NUMBER as SQUARES } from 'tabiya'
import { useState } from 'preact/hooks'
import { sizeOf } from './bits'
import { Copy } from './copy'
import { GROUPS, type Layer, SLIDER_PARTS } from './layers'
import { layerSet } from './sets'
import { SliderPicture } from './slider-picture'
import { gameOf, update, useLab } from './state'
import { MiniBoard } from './swatch'

/** The number as a board: eight rows of eight digits, the eighth rank first. */
export function binaryBoard(set: bigint): string {
  const bit = (index: number) => String((set >> BigInt(index)) & 1n)
  return [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => Array.from({ length: 8 }, (_, file) => bit(8 * rank + file)).join(' ')).join('\n')
}

const SLIDER_LAYER = /^(rook|bishop)-(relevant|blockers|attacks)$/

export function LayersPanel() {
  const lab = useLab()
  const item = (layer: Layer) => <LayerCard key={layer.id} layer={layer} />
  return (
    <div class="panel">
      {GROUPS.map((group) => (
        <section key={group.name} class="layer-group">
          <h2>{group.name}</h2>
          <ul class="layer-list">{group.layers.map(item)}</ul>
        </section>
      ))}
      <details open={lab.layers.some((id) => SLIDER_LAYER.test(id))}>
        <summary><h2>Sliders: magic and PEXT</h2></summary>
        <Sliders item={item} />
      </details>
    </div>
  )
}

/** One layer as a small board. Its box stays where it is when it is ticked; what belongs to it opens below its name. */
function LayerCard({ layer }: { layer: Layer }) {
  const lab = useLab()
  const { position } = gameOf(lab)
  const [binary, setBinary] = useState(false)
  const set = layerSet(position, layer.id, lab.square) ?? 0n
  const at = lab.layers.indexOf(layer.id)
  const on = at >= 0
  const toggle = () => update({ layers: on ? lab.layers.filter((known) => known !== layer.id) : [...lab.layers, layer.id], isolated: null })
  const alone = (id: string | null) => on && update({ isolated: id })
  return (
    <li class={on ? 'layer-card on' : 'layer-card'} onMouseEnter={() => alone(layer.id)} onMouseLeave={() => alone(null)}>
      <label class="layer-item">
        <input type="checkbox" checked={on} onChange={toggle} />
        <MiniBoard set={set} flipped={lab.flipped} style={on ? at : 0} />
        <span class="layer-words">
          <span class="layer-name">{layer.name}</span> <span class="quiet">{sizeOf(set)}</span>
        </span>
        <span class="layer-text">{layer.text}</span>
      </label>
      {on && (
        <div class="layer-more">
          <code class="hex">{hex(set)}</code>
          <Copy text={hex(set)} label={`${layer.name} in hexadecimal`} />
          <button type="button" class="small" aria-expanded={binary} onClick={() => setBinary(!binary)}>Binary</button>
          {binary && <pre class="binary" aria-label={`${layer.name} as a binary board`}>{binaryBoard(set)}</pre>}
        </div>
      )}
    </li>
  )
}

function Sliders({ item }: { item: (layer: Layer) => preact.JSX.Element }) {
  const lab = useLab()
  const { position } = gameOf(lab)
  return (
    <>
      <p class="layer-text">
        A slider on{' '}
        <select aria-label="Square of the slider" value={lab.square} onChange={(event) => update({ square: event.currentTarget.value as never })}>
          {SQUARES.map((square) => <option key={square}>{square}</option>)}
        </select>
        . Clicking a square of the board chooses it too. If no rook or bishop stands there, the Lab puts one there for the look-up.
      </p>
      {position.slider(lab.square).map((step) => (
        <section key={step.role}>
          <h3>{step.role === 'rook' ? 'Rook' : 'Bishop'} on {lab.square}</h3>
          <ul class="layer-list">
            {SLIDER_PARTS.map(({ part, name, text }) => item({ id: `${step.role}-${part}`, name: `${step.role === 'rook' ? 'Rook' : 'Bishop'}: ${name}`, text }))}
          </ul>
          <SliderPicture key={step.role} look={step} square={lab.square} way="magic" />
          <SliderPicture key={`${step.role}-pext`} look={step} square={lab.square} way="pext" />
        </section>
      ))}
    </>
  )
}
