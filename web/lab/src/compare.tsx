/** Another program's divide: where it differs, one ply deeper at a time, down to the rule. */
import { type Comparison, type ComparedMove, count, Position, TabiyaError } from 'tabiya'
import { useState } from 'preact/hooks'
import { Copy } from './copy'
import { digits } from './count-panel'
import { gameOf, update, useLab } from './state'

interface Level {
  moves: string[]
  text: string
  comparison: Comparison | null
}

const STATES: Record<ComparedMove['state'], string> = {
  same: 'same', count: 'other count', missing: 'missing there', extra: 'not legal', twice: 'listed twice',
}

export function Compare() {
  const lab = useLab()
  const { position } = gameOf(lab)
  const [root, setRoot] = useState<{ fen: string; depth: number; chess960: boolean } | null>(null)
  const [depth, setDepth] = useState(3)
  const [levels, setLevels] = useState<Level[]>([{ moves: [], text: '', comparison: null }])
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const level = levels.at(-1) as Level
  const from = root ?? { fen: position.fen({ enPassant: 'always' }), depth, chess960: position.chess960 }
  const remaining = from.depth - level.moves.length
  const node = () => level.moves.reduce((at, move) => at.after(move), new Position(from.fen, { chess960: from.chess960 }))
  const commands = [
    ...(from.chess960 ? ['setoption name UCI_Chess960 value true'] : []),
    `position fen ${from.fen}${level.moves.length > 0 ? ` moves ${level.moves.join(' ')}` : ''}`,
    `go perft ${remaining}`,
  ].join('\n')

  const change = (next: Partial<Level>) => setLevels([...levels.slice(0, -1), { ...level, ...next }])
  const compare = async () => {
    setError('')
    setBusy(true)
    try {
      const here = node()
      const { branches } = await count(here, remaining)
      const comparison = here.compare(remaining, level.text, branches)
      setRoot(from)
      change({ comparison })
    } catch (thrown) {
      setError(thrown instanceof TabiyaError ? thrown.message : String(thrown))
    } finally {
      setBusy(false)
    }
  }
  const deeper = (move: string) => setLevels([...levels, { moves: [...level.moves, move], text: '', comparison: null }])
  const restart = () => {
    setRoot(null)
    setLevels([{ moves: [], text: '', comparison: null }])
    setError('')
  }
  const show = (uci: string) => (level.moves.length === 0 ? { onMouseEnter: () => update({ shown: uci }), onMouseLeave: () => update({ shown: null }) } : {})
  const found = level.comparison
  const differing = found?.moves.filter(({ state }) => state !== 'same') ?? []

  return (
    <section class="compare" aria-labelledby="compare-title">
      <div class="row-between">
        <h2 id="compare-title">Compare with another program</h2>
        {(root !== null || levels.length > 1) && <button type="button" class="small" onClick={restart}>Start again</button>}
      </div>
      {root === null && (
        <label>Depth <input type="number" min="1" max="7" value={depth} aria-label="Depth of the comparison" onInput={(event) => setDepth(Number(event.currentTarget.value) || 1)} /></label>
      )}
      {levels.length > 1 && (
        <p class="trail">
          {level.moves.map((move, index) => (
            <button type="button" class="small" key={index} onClick={() => setLevels(levels.slice(0, index + 1))}>← {move}</button>
          ))}
        </p>
      )}
      <p class="layer-text">Ask the other program, and paste what it prints:</p>
      <div class="number"><pre class="commands">{commands}</pre><Copy text={commands} label="the commands" /></div>
      <label class="block">Its divide
        <textarea rows={5} spellcheck={false} placeholder={'e2e4: 600\nd2d4: 560\n…'} value={level.text} onInput={(event) => change({ text: event.currentTarget.value, comparison: null })} />
      </label>
      <button type="button" class="primary" disabled={busy || level.text.trim() === ''} onClick={() => void compare()}>{busy ? 'Counting…' : 'Compare'}</button>
      {error !== '' && <p role="alert" class="error">{error}</p>}
      {found !== null && found !== undefined && (
        <div role="status" class="verdict">
          {found.agrees ? (
            <p>✓ Everything agrees: {digits(found.ours)} leaves.</p>
          ) : (
            <p>✗ It counts {digits(found.theirs)}, right is {digits(found.ours)}. {found.found ? 'The moves of this very position are wrong.' : 'Choose a move to go one ply deeper.'}</p>
          )}
          {found.rules.map((rule) => (
            <p key={rule.name} class="rule"><strong>{rule.name}</strong>: {rule.text}</p>
          ))}
        </div>
      )}
      {differing.length > 0 && (
        <div class="scroll" tabIndex={0} role="region" aria-label="Moves that differ">
          <table class="differences">
            <thead><tr><th scope="col">Move</th><th scope="col">There</th><th scope="col">Here</th><th scope="col">What</th></tr></thead>
            <tbody>
              {differing.map((move) => (
                <tr key={move.uci + move.state} {...show(move.uci)}>
                  <th scope="row">
                    {move.state === 'count' && remaining > 1 ? (
                      <button type="button" class="small" onClick={() => deeper(move.uci)} aria-label={`Go deeper: ${move.uci}`}>{move.uci} →</button>
                    ) : (
                      move.uci
                    )}
                  </th>
                  <td>{move.theirs === null ? '–' : digits(move.theirs)}</td>
                  <td>{move.ours === null ? '–' : digits(move.ours)}</td>
                  <td>
                    {STATES[move.state]}
                    {move.rule !== null && <span class="rule-name">{move.rule.name}</span>}
                    {move.why !== null && <span class="why">{move.why.text}</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
