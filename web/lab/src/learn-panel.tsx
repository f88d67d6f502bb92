import { useEffect } from 'preact/hooks'
import { SetCard } from './layers-panel'
import { ALL } from './layers'
import { setOfLayer } from './sets'
import { gameOf, get, load, START, update, useLab } from './state'
import { STOPS } from './tour'

export function visit(stop: number): void {
  const next = STOPS[stop]
  if (next !== undefined) load(next.fen, { layers: [], ...next.show, tab: 'learn', stop })
}

export function LearnPanel() {
  const lab = useLab()
  const { position } = gameOf(lab)
  const index = Math.min(lab.stop, STOPS.length - 1)
  const stop = STOPS[index]
  useEffect(() => {
    // Whoever comes here from the start of a game wants the first stop; a link brings its own position.
    const { start, line } = get()
    if (start === START && line.length === 0) visit(index)
  }, [])
  if (stop === undefined) return null
  return (
    <div class="panel">
      <article class="stop" aria-live="polite">
        <h2>{index + 1}. {stop.name}</h2>
        {stop.text.map((sentence) => <p key={sentence}>{sentence}</p>)}
        <p class="row-between">
          <button type="button" disabled={index === 0} onClick={() => visit(index - 1)}>← Back</button>
          <button type="button" onClick={() => update({ tab: 'layers' })}>Open in Layers</button>
          <button type="button" class="primary" disabled={index === STOPS.length - 1} onClick={() => visit(index + 1)}>Next →</button>
        </p>
      </article>
      <nav class="stops" aria-label="Stops">
        {STOPS.map(({ name }, number) => (
          <button type="button" key={name} class={number === index ? 'chip on' : 'chip'} aria-current={number === index ? 'step' : undefined} onClick={() => visit(number)}>
            {number + 1}. {name}
          </button>
        ))}
      </nav>
      <div class="numbers">
        {lab.layers.map((id, number) => {
          const layer = ALL.find((known) => known.id === id)
          return layer && <SetCard key={id} id={id} name={layer.name} set={setOfLayer(position, id, lab.square)} index={number} />
        })}
      </div>
    </div>
  )
}
