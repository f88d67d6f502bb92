import { boardField, Game, type PgnFailure, type PgnRecord, readFen, readPgn } from 'tabiya'
import { useEffect, useState } from 'preact/hooks'
import { nameOf } from './board'
import { Copy } from './copy'
import { gameOf, load, update, useLab } from './state'
import { useDark } from './theme'

export function BoardPanel({ brush, setBrush }: { brush: string | null; setBrush: (brush: string | null) => void }) {
  const lab = useLab()
  return (
    <div class="panel">
      {lab.setup === null ? <Position /> : <Setup brush={brush} setBrush={setBrush} />}
      {lab.setup === null && <Pgn />}
      {lab.setup === null && (
        <section>
          <h2>Keys</h2>
          <p class="layer-text">
            Arrow keys walk over the board, <kbd>Enter</kbd> picks a piece up and puts it down, <kbd>Esc</kbd> lets go.{' '}
            <kbd>Alt</kbd> with <kbd>←</kbd> and <kbd>→</kbd> walks through the game. Drag with the right button to draw an arrow, click
            with it to draw a ring; with <b>Draw</b> a finger or <kbd>Enter</kbd> does both.
          </p>
        </section>
      )}
    </div>
  )
}

/** A FEN with its mistakes, each at its column, and the repair. */
function FenInput({ value, onValid, label }: { value: string; onValid: (fen: string) => void; label: string }) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const reading = readFen(text)
  const take = (next: string) => {
    setText(next)
    if (readFen(next).mistakes.length === 0 && next !== value) onValid(next)
  }
  return (
    <div>
      <label class="block">{label}
        <input type="text" class="fen" spellcheck={false} autocomplete="off" value={text} aria-invalid={reading.mistakes.length > 0} aria-describedby="fen-mistakes"
          onInput={(event) => take(event.currentTarget.value)} />
      </label>
      <div id="fen-mistakes" role="status">
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
                <button type="button" class="primary" onClick={() => take(reading.fen as string)}>Use the repair</button>
              </p>
            )}
          </div>
        )}
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

function Position() {
  const lab = useLab()
  const { position } = gameOf(lab)
  return (
    <section>
      <h2 class="sr-only">Position</h2>
      <FenInput label="FEN" value={position.fen({ enPassant: 'adjacent' })} onValid={(fen) => load(fen)} />
      <p class="buttons">
        <Copy text={position.fen({ enPassant: 'adjacent' })} label="the FEN" name="Copy FEN" size="" />
        <CopyLink />
        <button type="button" onClick={() => update({ setup: [...position.letters()] })}>Set up by hand</button>
        <button type="button" onClick={() => load('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')}>Start position</button>
        <button type="button" onClick={() => load(Game.chess960(Math.floor(960 * Math.random())).fen())}>Chess960</button>
      </p>
    </section>
  )
}

function CopyLink() {
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
  return <button type="button" onClick={copy}>{done ? 'Copied' : 'Copy link'}</button>
}

function Setup({ brush, setBrush }: { brush: string | null; setBrush: (brush: string | null) => void }) {
  const lab = useLab()
  const dark = useDark()
  const { position } = gameOf(lab)
  const [, turnBefore, castlingBefore] = position.fen().split(' ')
  const [turn, setTurn] = useState(turnBefore ?? 'w')
  const [castling, setCastling] = useState(castlingBefore ?? '-')
  const [enPassant, setEnPassant] = useState('-')
  const setup = lab.setup as string[]
  const fen = `${boardField(setup)} ${turn} ${castling === '' ? '-' : castling} ${enPassant} 0 1`
  const right = (letter: string) => {
    const next = [...'KQkq'].filter((known) => (known === letter ? !castling.includes(known) : castling.includes(known))).join('')
    setCastling(next === '' ? '-' : next)
  }
  return (
    <section aria-label="Set up a position">
      <h2>Set up</h2>
      <div class="palette" role="group" aria-label="Piece to put down">
        {[...'KQRBNPkqrbnp'].map((letter) => (
          <button type="button" key={letter} aria-pressed={brush === letter} aria-label={nameOf(letter)} onClick={() => setBrush(letter)}>
            <svg viewBox="0 0 100 100" aria-hidden="true"><use href={`#${dark ? 'tabiya-dark' : 'tabiya-light'}-${letter}`} /></svg>
          </button>
        ))}
        <button type="button" aria-pressed={brush === null} onClick={() => setBrush(null)}>Erase</button>
      </div>
      <p class="buttons">
        <label>To move <select value={turn} onChange={(event) => setTurn(event.currentTarget.value)}><option value="w">White</option><option value="b">Black</option></select></label>
        <span role="group" aria-label="Castling rights" class="rights">
          {[...'KQkq'].map((letter) => (
            <label key={letter} class="check"><input type="checkbox" checked={castling.includes(letter)} onChange={() => right(letter)} />{letter}</label>
          ))}
        </span>
        <label>En passant <select value={enPassant} onChange={(event) => setEnPassant(event.currentTarget.value)}>
          {['-', ...[...'abcdefgh'].map((file) => file + (turn === 'w' ? '6' : '3'))].map((square) => <option key={square}>{square}</option>)}
        </select></label>
      </p>
      <FenInput label="FEN" value={fen} onValid={(next) => load(next)} />
      <p class="buttons">
        <button type="button" class="primary" disabled={readFen(fen).mistakes.length > 0} onClick={() => load(fen)}>Use this position</button>
        <button type="button" onClick={() => { setCastling('-'); setEnPassant('-'); update({ setup: new Array<string>(64).fill('.') }) }}>Empty the board</button>
        <button type="button" onClick={() => update({ setup: null })}>Cancel</button>
      </p>
    </section>
  )
}

function Pgn() {
  const lab = useLab()
  const { game } = gameOf(lab)
  const [text, setText] = useState('')
  const [said, setSaid] = useState('')
  const [games, setGames] = useState<(PgnRecord | PgnFailure)[]>([])
  const show = (record: PgnRecord | PgnFailure) => {
    if ('error' in record) return setSaid(record.error.message)
    const replay = new Game()
    replay.loadRecord(record)
    const line = replay.history({ verbose: true }).map((move) => move.uci)
    update({ start: record.fen, line, ply: line.length, arrows: [] })
    setSaid(`${Math.ceil(line.length / 2)} moves, ${record.result}`)
  }
  const read = () => {
    const found = readPgn(text)
    setGames(found)
    if (found[0] === undefined) setSaid('There is no game in this text.')
    else show(found[0])
  }
  const title = (record: PgnRecord | PgnFailure, index: number) => {
    if ('error' in record) return `${index + 1}: ${record.error.message}`
    const tag = (name: string) => record.headers.find(([known]) => known === name)?.[1] ?? '?'
    return `${index + 1}: ${tag('White')} – ${tag('Black')} ${record.result}`
  }
  return (
    <details>
      <summary><h2>PGN</h2></summary>
      <label class="block">Games
        <textarea rows={5} spellcheck={false} value={text} placeholder="1. e4 e5 2. Nf3 *" onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <p class="buttons">
        <button type="button" class="primary" disabled={text.trim() === ''} onClick={read}>Read</button>
        <button type="button" onClick={() => setText(game.pgn())}>Write this game</button>
        {games.length > 1 && (
          <select aria-label="Game" onChange={(event) => { const record = games[Number(event.currentTarget.value)]; if (record) show(record) }}>
            {games.map((record, index) => <option key={index} value={index}>{title(record, index)}</option>)}
          </select>
        )}
      </p>
      <p role="status">{said}</p>
    </details>
  )
}
