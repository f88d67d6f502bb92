import { Game, type PgnFailure, type PgnRecord, readPgn } from 'tabiya'
import { useState } from 'preact/hooks'
import { gameOf, refuse, update, useLab } from './state'

/** The moves of a game in coordinates. */
function lineOf(record: PgnRecord): string[] {
  const replay = new Game()
  replay.loadRecord(record)
  return replay.history({ verbose: true }).map((move) => move.uci)
}

/** The text of a game up to a mistake in it, and the move that stands there. */
export function before(text: string, { line, column }: { line: number; column: number }): { text: string; move: string } {
  const lines = text.split('\n')
  const rest = [...(lines[line - 1] ?? '')]
  const head = [...lines.slice(0, line - 1), rest.slice(0, column - 1).join('')].join('\n')
  const move = /^[^\s(){};]+/.exec(rest.slice(column - 1).join(''))?.[0] ?? ''
  return { text: head, move: move.replace(/[!?]+$/, '') }
}

export function Pgn() {
  const lab = useLab()
  const { game } = gameOf(lab)
  const [text, setText] = useState('')
  const [said, setSaid] = useState('')
  const [games, setGames] = useState<(PgnRecord | PgnFailure)[]>([])

  const put = (record: PgnRecord) => {
    const line = lineOf(record)
    update({ start: record.fen, line, ply: line.length, arrows: [], layers: [] })
    return line
  }
  const show = (record: PgnRecord | PgnFailure) => {
    if (!('error' in record)) {
      const plies = put(record).length
      return setSaid(`${plies} ${plies === 1 ? 'half-move' : 'half-moves'}, ${record.result}`)
    }
    // The moves before the mistake are a game of their own, and the board shows why the next one is none.
    const { text: head, move } = before(text, record.error)
    const last = readPgn(head).at(-1)
    if (last !== undefined && !('error' in last)) {
      put(last)
      refuse(move)
    }
    setSaid(record.error.message)
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
        <textarea class="mono" rows={5} spellcheck={false} value={text} placeholder="1. e4 e5 2. Nf3 *" onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <div class="buttons">
        <button type="button" class="primary" disabled={text.trim() === ''} onClick={read}>Read</button>
        <button type="button" onClick={() => setText(game.pgn())}>Write this game</button>
        {games.length > 1 && (
          <select aria-label="Game" onChange={(event) => { const record = games[Number(event.currentTarget.value)]; if (record) show(record) }}>
            {games.map((record, index) => <option key={index} value={index}>{title(record, index)}</option>)}
          </select>
        )}
      </div>
      <p role="status">{said}</p>
    </details>
  )
}
