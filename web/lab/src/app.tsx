import { useEffect, useMemo, useState } from 'preact/hooks'
import { Board } from './board'
import { BoardPanel } from './board-panel'
import { CountPanel } from './count-panel'
import { LayersPanel } from './layers-panel'
import { LearnPanel } from './learn-panel'
import { MovesPanel } from './moves-panel'
import { gameOf, type Tab, TABS, update, useLab } from './state'
import { isDark, toggleTheme, useDark } from './theme'

const TITLES: Record<Tab, string> = { board: 'Board', layers: 'Layers', moves: 'Moves', count: 'Count', learn: 'Learn' }

export function App() {
  const lab = useLab()
  const [brush, setBrush] = useState<string | null>('P')
  useDark()
  const turnTab = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const next = TABS[(TABS.indexOf(lab.tab) + step + TABS.length) % TABS.length] as Tab
    update({ tab: next })
    document.getElementById(`tab-${next}`)?.focus()
  }
  return (
    <>
      <header class="top">
        <h1>Tabiya <span>Lab</span></h1>
        <p>See how moves are generated</p>
        <button type="button" class="small" onClick={toggleTheme}>{isDark() ? 'Light' : 'Dark'}</button>
      </header>
      <main>
        <section class="left" aria-label="Board">
          <Board brush={brush} />
          <Status />
          {lab.setup === null && <Line />}
        </section>
        <section class="right" aria-label="About the position">
          <div class="tabs" role="tablist" aria-label="Views" onKeyDown={turnTab}>
            {TABS.map((tab) => (
              <button type="button" role="tab" key={tab} id={`tab-${tab}`} aria-selected={lab.tab === tab} aria-controls="view" tabIndex={lab.tab === tab ? 0 : -1} onClick={() => update({ tab })}>
                {TITLES[tab]}
              </button>
            ))}
          </div>
          <div id="view" role="tabpanel" aria-labelledby={`tab-${lab.tab}`} tabIndex={0}>
            {lab.tab === 'board' && <BoardPanel brush={brush} setBrush={setBrush} />}
            {lab.tab === 'layers' && <LayersPanel />}
            {lab.tab === 'moves' && <MovesPanel />}
            {lab.tab === 'count' && <CountPanel />}
            {lab.tab === 'learn' && <LearnPanel />}
          </div>
        </section>
      </main>
    </>
  )
}

/** Whose move it is, or how the game has ended; and why a move was refused. */
function Status() {
  const lab = useLab()
  const { game, position } = gameOf(lab)
  const words = useMemo(() => {
    const outcome = game.outcome()
    if (outcome !== null) return outcome[0]?.toUpperCase() + outcome.slice(1)
    const side = position.turn() === 'w' ? 'White' : 'Black'
    return `${side} to move${position.isCheck() ? ', in check' : ''} · ${position.countLegalMoves()} legal moves`
  }, [game, position])
  return (
    <div class="status" role="status" aria-live="polite">
      {lab.setup !== null ? (
        <p>Choose a piece, then squares.</p>
      ) : lab.drawing ? (
        <p>Drag an arrow, or choose its two squares. The same square twice is a ring.</p>
      ) : lab.refused !== null ? (
        <p class="refusal">
          <span>{lab.refused.text}</span>
          <button type="button" class="small" onClick={() => update({ refused: null })}>OK</button>
        </p>
      ) : (
        <p>{words}</p>
      )}
    </div>
  )
}

/** The moves so far, and the way back. */
function Line() {
  const lab = useLab()
  const { game } = gameOf({ ...lab, ply: lab.line.length })
  const sans = useMemo(() => game.history(), [game])
  const first = Number(lab.start.split(' ')[5] ?? 1)
  const black = lab.start.split(' ')[1] === 'b' ? 1 : 0
  const go = (ply: number) => update({ ply: Math.max(0, Math.min(lab.line.length, ply)) })
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (!event.altKey) return
      if (event.key === 'ArrowLeft') go(lab.ply - 1)
      else if (event.key === 'ArrowRight') go(lab.ply + 1)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', keys)
    return () => removeEventListener('keydown', keys)
  }, [lab.ply, lab.line])
  return (
    <div class="line">
      <div class="buttons" role="group" aria-label="Game">
        <button type="button" onClick={() => go(0)} disabled={lab.ply === 0} aria-label="To the start">|◀</button>
        <button type="button" onClick={() => go(lab.ply - 1)} disabled={lab.ply === 0} aria-label="Back">◀</button>
        <button type="button" onClick={() => go(lab.ply + 1)} disabled={lab.ply === lab.line.length} aria-label="Forward">▶</button>
        <button type="button" onClick={() => go(lab.line.length)} disabled={lab.ply === lab.line.length} aria-label="To the end">▶|</button>
        <button type="button" onClick={() => update({ line: lab.line.slice(0, lab.ply - 1), ply: lab.ply - 1 })} disabled={lab.ply === 0}>Take back</button>
        <button type="button" onClick={() => update({ flipped: !lab.flipped })} aria-pressed={lab.flipped}>Flip</button>
        <button type="button" onClick={() => update({ drawing: !lab.drawing, refused: null })} aria-pressed={lab.drawing}>Draw</button>
        {lab.arrows.length > 0 && <button type="button" onClick={() => update({ arrows: [] })}>Clear arrows</button>}
      </div>
      {sans.length > 0 && (
        <ol class="history" aria-label="Moves played">
          {sans.map((san, index) => (
            <li key={index}>
              {((index + black) % 2 === 0 || index === 0) && <span class="quiet">{first + Math.floor((index + black) / 2)}.{(index + black) % 2 === 1 ? '..' : ''}</span>}
              <button type="button" class={index + 1 === lab.ply ? 'ply on' : 'ply'} aria-current={index + 1 === lab.ply ? 'step' : undefined} onClick={() => go(index + 1)}>{san}</button>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
