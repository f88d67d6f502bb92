import { useEffect } from 'preact/hooks'
import { Copy } from './copy'
import { lazy } from './lazy'
import { SliderPicture } from './slider-picture'
import { choose, gameOf, get, KIWIPETE, START, update, useLab } from './state'
import { stepsOf } from './steps'
import { GUIDE, STOPS } from './tour'
import { visit } from './visit'

/** It brings a WebAssembly module of its own. */
const Backwards = lazy(() => import('./backwards').then(({ Backwards }) => Backwards))

export function LearnPanel() {
  const lab = useLab()
  const { position } = gameOf(lab)
  const index = Math.min(lab.stop, STOPS.length - 1)
  const stop = STOPS[index]
  useEffect(() => {
    // From a first position the tour begins with its own; a link brings its position along.
    const { start, line, layers } = get()
    const first = start === START || (start === KIWIPETE && layers.join() === 'king-danger')
    if (first && line.length === 0) visit(index)
  }, [])
  if (stop === undefined) return null
  const steps = stepsOf(lab, position)
  const to = (step: number) => update({ step: Math.max(0, Math.min(steps.length, step)) })
  return (
    <div class="panel">
      <article class="stop">
        <h2>{index + 1}. {stop.name}</h2>
        {stop.text.map((sentence) => <p key={sentence}>{sentence}</p>)}
        {steps.length > 0 && (
          <div class="lesson" role="group" aria-label="Step by step on the board">
            <div class="buttons">
              <button type="button" class="small" aria-disabled={lab.step === 0} onClick={() => to(lab.step - 1)} aria-label="Previous step">←</button>
              {[0, ...steps.keys()].map((_, number) => (
                <button type="button" key={number} class={number === lab.step ? 'small chip on' : 'small chip'} aria-current={number === lab.step ? 'step' : undefined} onClick={() => to(number)}>
                  {number === 0 ? 'Whole' : number}
                </button>
              ))}
              <button type="button" class={lab.step === 0 ? 'small primary' : 'small'} aria-disabled={lab.step === steps.length} onClick={() => to(lab.step + 1)} aria-label="Next step">{lab.step === 0 ? 'Step by step →' : '→'}</button>
            </div>
            <p class="moment" aria-live="polite">{steps[lab.step - 1]?.text ?? 'See how it is computed, one operation at a time, on the board.'}</p>
          </div>
        )}
        {stop.picture && position.slider(lab.square).filter(({ role }) => role === 'rook').map((look) => (
          <SliderPicture key={stop.name} look={look} square={lab.square} way={stop.picture as 'magic' | 'pext'} step={lab.step} onStep={(step) => update({ step })} />
        ))}
        {stop.picture === 'pext' && position.slider(lab.square).filter(({ role }) => role === 'rook').map((look) => (
          <table class="steps" key="indices" aria-label="Both indices of these blockers">
            <tbody>
              <tr><th scope="row">Magic index</th><td><code data-index="magic">{look.magicIndex}</code> of {look.entries}</td><td><Copy text={String(look.magicIndex)} label="the magic index" /></td></tr>
              <tr><th scope="row">PEXT index</th><td><code data-index="pext">{look.pextIndex}</code> of {look.entries}</td><td><Copy text={String(look.pextIndex)} label="the PEXT index" /></td></tr>
            </tbody>
          </table>
        ))}
        {stop.backwards && <Backwards />}
        <p class="row-between">
          <button type="button" aria-disabled={index === 0} onClick={() => index > 0 && visit(index - 1)}>← Back</button>
          <button type="button" onClick={() => choose('layers')}>Open in Layers</button>
          <button type="button" class="primary" aria-disabled={index === STOPS.length - 1} onClick={() => index < STOPS.length - 1 && visit(index + 1)}>Next →</button>
        </p>
        <p class="quiet">In the guide: <a href={`${GUIDE}/${stop.guide[0].replace('.md', '.html')}`}>{stop.guide[1]}</a></p>
      </article>
      <nav class="stops" aria-label="Stops">
        {STOPS.map(({ name }, number) => (
          <button type="button" key={name} class={number === index ? 'chip on' : 'chip'} aria-current={number === index ? 'step' : undefined} onClick={() => visit(number)}>
            {number + 1}. {name}
          </button>
        ))}
      </nav>
    </div>
  )
}
