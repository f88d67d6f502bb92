import { lazy } from './lazy'
import { Board } from './board'
import { BoardPanel } from './board-panel'
import { Line } from './line'
import { readFen } from 'tabiya'
import { useMemo } from 'preact/hooks'
import { setupFen } from './shape'
import { choose, gameOf, startAgain, type Tab, TABS, update, useLab } from './state'
import { Strip } from './strip'
import { isDark, toggleTheme, useDark } from './theme'

const TITLES: Record<Tab, string> = { board: 'Board', layers: 'Layers', bits: 'Bitboards', moves: 'Moves', count: 'Perft', learn: 'Learn' }
/** The first screen needs none of these, so their code comes when it is asked for. */
const PANELS: Record<Exclude<Tab, 'board'>, ReturnType<typeof lazy>> = {
  layers: lazy(() => import('./layers-panel').then(({ LayersPanel }) => LayersPanel)),
  bits: lazy(() => import('./bits-panel').then(({ BitsPanel }) => BitsPanel)),
  moves: lazy(() => import('./moves-panel').then(({ MovesPanel }) => MovesPanel)),
  count: lazy(() => import('./count-panel').then(({ CountPanel }) => CountPanel)),
  learn: lazy(() => import('./learn-panel').then(({ LearnPanel }) => LearnPanel)),
}

export function App() {
  const lab = useLab()
  useDark()
  const turnTab = (event: KeyboardEvent) => {
    const at = TABS.indexOf(lab.tab)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: TABS.length - 1 }[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    const next = TABS[(to + TABS.length) % TABS.length] as Tab
    choose(next)
    document.getElementById(`tab-${next}`)?.focus()
  }
  const Panel = lab.tab === 'board' ? null : PANELS[lab.tab]
  return (
    <>
      <header class="top">
        <h1><a href="#" onClick={(event) => { event.preventDefault(); startAgain() }}>Tabiya <span>Lab</span></a></h1>
        <p>See how chess moves are generated</p>
        <button type="button" class="small" onClick={toggleTheme}>{isDark() ? 'Light' : 'Dark'}</button>
      </header>
      <main class="lab">
        <section class="left" aria-label="Board">
          <div class="game">
            <div class="board-side"><Board /></div>
            <Line />
          </div>
          <Status />
          <Strip />
        </section>
        <section class="right" aria-label="About the position">
          <div class="tabs" role="tablist" aria-label="Views" onKeyDown={turnTab}>
            {TABS.map((tab) => (
              <button type="button" role="tab" key={tab} id={`tab-${tab}`} aria-selected={lab.tab === tab} aria-controls="view" tabIndex={lab.tab === tab ? 0 : -1} onClick={() => choose(tab)}>
                {TITLES[tab]}
              </button>
            ))}
          </div>
          <div id="view" role="tabpanel" aria-labelledby={`tab-${lab.tab}`} tabIndex={0}>
            {Panel === null ? <BoardPanel /> : lab.setup !== null ? <Unfinished /> : <Panel />}
          </div>
        </section>
      </main>
    </>
  )
}

/** Other views speak of the position on the board, so they wait until there is one. */
function Unfinished() {
  const { setup } = useLab()
  const mistakes = setup === null ? [] : readFen(setupFen(setup)).mistakes
  return (
    <div class="panel">
      <section>
        <h2>The position is not finished</h2>
        <p>This view needs a legal position. In the one that you are setting up:</p>
        <ul class="plain">{mistakes.map(({ message }) => <li key={message}>{message.replace(/^column \d+: /, '')}</li>)}</ul>
        <p class="buttons">
          <button type="button" class="primary" onClick={() => update({ tab: 'board' })}>Go on setting up</button>
          <button type="button" onClick={() => update({ setup: null })}>Cancel the set-up</button>
        </p>
      </section>
    </div>
  )
}

/** Which side is to move, or how the game has ended; and why a move was refused. */
function Status() {
  const lab = useLab()
  const { game, position } = gameOf(lab)
  const words = useMemo(() => {
    const outcome = game.outcome()
    if (outcome !== null) return outcome[0]?.toUpperCase() + outcome.slice(1)
    const side = position.turn() === 'w' ? 'White' : 'Black'
    const moves = position.countLegalMoves()
    return `${side} to move${position.isCheck() ? ', in check' : ''} · ${moves} legal ${moves === 1 ? 'move' : 'moves'}`
  }, [game, position])
  const said = lab.refused?.text ?? lab.notice
  return (
    <div class="status" role="status" aria-live="polite">
      {lab.setup !== null ? (
        <p>{lab.brush === 'hand' ? 'Drag pieces on the board, to it, or off it.' : 'Press on squares, or draw over them, to paint. The right button erases.'}</p>
      ) : said !== null && said !== undefined ? (
        <p class="refusal">
          <span>{said}</span>
          <button type="button" class="small" onClick={() => { update({ refused: null, notice: null }); document.getElementById('view')?.focus() }}>OK</button>
        </p>
      ) : lab.editing !== null ? (
        <p>Click squares to change set {lab.editing}.</p>
      ) : lab.drawing ? (
        <p>Drag an arrow, or choose its two squares. Choose the same square twice for a ring.</p>
      ) : (
        <p>{words}</p>
      )}
    </div>
  )
}
