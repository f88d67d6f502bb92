import { Game, readFen } from 'tabiya'
import { useState } from 'preact/hooks'
import { Copy } from './copy'
import { Doors } from './doors'
import { FenInput } from './fen-input'
import { Pgn } from './pgn'
import { setupFen, type Setup as SetupState } from './shape'
import { beginSetup, gameOf, KIWIPETE, load, refuse, START, update, useLab } from './state'

export function BoardPanel() {
  const lab = useLab()
  if (lab.setup !== null) return <div class="panel"><Setup setup={lab.setup} /></div>
  return (
    <div class="panel">
      {lab.start === KIWIPETE && lab.line.length === 0 && lab.badFen === null && <Doors onWhy={refuse} />}
      <Position />
      <Pgn />
      <details>
        <summary><h2>Keys</h2></summary>
        <p class="layer-text">
          On the board, the arrow keys walk over the squares, <kbd>Enter</kbd> picks a piece up and puts it down, and <kbd>Esc</kbd> lets
          it go. Elsewhere, <kbd>←</kbd> and <kbd>→</kbd> step through the game, as the mouse wheel does over the board. Drag
          with the right button to draw an arrow; click with it to draw a ring. With <b>Draw</b>, a finger or <kbd>Enter</kbd> does both.
        </p>
      </details>
    </div>
  )
}

function Position() {
  const lab = useLab()
  const { position } = gameOf(lab)
  const fen = position.fen({ enPassant: 'adjacent' })
  return (
    <section>
      <h2 class="sr-only">Position</h2>
      <FenInput label="FEN" value={fen} wrong={lab.badFen} onValid={(fen) => load(fen, { typed: true })} />
      <div class="buttons">
        <Copy text={fen} label="the FEN" name="Copy FEN" size="" />
        <CopyLink />
        <button type="button" onClick={beginSetup}>Set up by hand</button>
        <button type="button" onClick={() => load(START)}>Start position</button>
        <button type="button" onClick={() => load(Game.chess960(Math.floor(960 * Math.random())).fen())}>Chess960</button>
      </div>
    </section>
  )
}

export function CopyLink({ name = 'Copy link' }: { name?: string }) {
  useLab()
  const [done, setDone] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href)
      setDone(true)
      setTimeout(() => setDone(false), 1500)
    } catch {
      prompt('The link:', location.href)
    }
  }
  return <button type="button" onClick={copy}>{done ? 'Copied' : name}</button>
}

/** Everything about a position under construction but its pieces, which are on the board. */
function Setup({ setup }: { setup: SetupState }) {
  const { turn, castling, enPassant } = setup
  const fen = setupFen(setup)
  const change = (next: Partial<SetupState>) => update({ setup: { ...setup, ...next } })
  const right = (letter: string) => {
    const next = [...'KQkq'].filter((known) => (known === letter ? !castling.includes(known) : castling.includes(known))).join('')
    change({ castling: next === '' ? '-' : next })
  }
  /** A FEN that is typed goes into the fields; the set-up goes on. */
  const take = (text: string) => {
    const [, turn, castling, enPassant] = text.split(/\s+/)
    const { position } = gameOf({ start: text, line: [], ply: 0 })
    change({ letters: [...position.letters()], turn: turn === 'b' ? 'b' : 'w', castling: castling ?? '-', enPassant: enPassant ?? '-' })
  }
  const legal = readFen(fen).mistakes.length === 0
  const use = () => {
    load(fen)
    document.getElementById('view')?.focus()
  }
  return (
    <section aria-label="Set up a position">
      <h2>Set up</h2>
      <div class="buttons">
        <label>To move <select value={turn} onChange={(event) => change({ turn: event.currentTarget.value as 'w' | 'b', enPassant: '-' })}><option value="w">White</option><option value="b">Black</option></select></label>
        <span role="group" aria-label="Castling rights" class="rights">
          {[...'KQkq'].map((letter) => (
            <label key={letter} class="check"><input type="checkbox" checked={castling.includes(letter)} onChange={() => right(letter)} />{letter}</label>
          ))}
        </span>
        <label>En passant <select value={enPassant} onChange={(event) => change({ enPassant: event.currentTarget.value })}>
          {['-', ...[...'abcdefgh'].map((file) => file + (turn === 'w' ? '6' : '3'))].map((square) => <option key={square}>{square}</option>)}
        </select></label>
      </div>
      <FenInput label="FEN" value={fen} onValid={take} />
      <div class="buttons">
        <button type="button" class="primary" disabled={!legal} onClick={use}>Use this position</button>
        <button type="button" onClick={() => change({ letters: new Array<string>(64).fill('.'), castling: '-', enPassant: '-' })}>Empty the board</button>
        <button type="button" onClick={() => { update({ setup: null }); document.getElementById('view')?.focus() }}>Cancel</button>
      </div>
    </section>
  )
}
