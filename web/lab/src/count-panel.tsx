import { count, type Count, type CountProgress } from 'tabiya'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Compare } from './compare'
import { PUBLIC, publicCount } from './public'
import { gameOf, load, play, update, useLab } from './state'

const number = new Intl.NumberFormat('en')
export const digits = (value: bigint | number) => number.format(value).replaceAll(',', ' ')

const STATISTICS: [keyof NonNullable<Count['statistics']>, string][] = [
  ['nodes', 'Leaves'], ['captures', 'Captures'], ['enPassant', 'En passant'], ['castles', 'Castles'], ['promotions', 'Promotions'],
  ['checks', 'Checks'], ['discoveredChecks', 'Discovered'], ['doubleChecks', 'Double'], ['checkmates', 'Mates'],
]

export function CountPanel() {
  const lab = useLab()
  const { position } = gameOf(lab)
  const fen = position.fen()
  const [depth, setDepth] = useState(4)
  const [statistics, setStatistics] = useState(false)
  const [progress, setProgress] = useState<CountProgress | null>(null)
  const [result, setResult] = useState<{ fen: string; depth: number; count: Count } | null>(null)
  const [error, setError] = useState('')
  const running = useRef<AbortController | null>(null)

  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => running.current?.abort(), [fen])

  const start = async () => {
    const controller = new AbortController()
    running.current = controller
    setError('')
    setResult(null)
    setProgress({ fraction: 0, nodes: 0n, elapsed: 0, branches: [] })
    let last = 0
    try {
      const onProgress = (next: CountProgress) => {
        // More often than ten times a second nobody can read it.
        if (next.elapsed - last > 100) {
          last = next.elapsed
          setProgress(next)
        }
      }
      setResult({ fen, depth, count: await count(position, depth, { statistics, signal: controller.signal, onProgress }) })
    } catch (thrown) {
      setError(String(thrown))
    } finally {
      if (running.current === controller) running.current = null
      setProgress(null)
    }
  }

  const known = result === null ? undefined : publicCount(result.fen, result.depth)
  const shown = progress ?? result?.count
  return (
    <div class="panel">
      <form class="controls" onSubmit={(event) => { event.preventDefault(); void start() }}>
        <label>Depth <input type="number" min="1" max="10" value={depth} onInput={(event) => setDepth(Number(event.currentTarget.value) || 1)} /></label>
        <label class="check"><input type="checkbox" checked={statistics} onChange={() => setStatistics(!statistics)} /> Statistics</label>
        {/* Two elements, or the click that stops would submit what its button has become. */}
        {progress === null ? (
          <button key="count" type="submit" class="primary">Count</button>
        ) : (
          <button key="stop" type="button" class="primary" onClick={() => running.current?.abort()}>Stop</button>
        )}
        <label class="push">Public position{' '}
          <select value="" onChange={(event) => { const found = PUBLIC.find(({ name }) => name === event.currentTarget.value); if (found) load(found.fen) }}>
            <option value="">choose…</option>
            {PUBLIC.map(({ name }) => <option key={name}>{name}</option>)}
          </select>
        </label>
      </form>
      {error !== '' && <p role="alert" class="error">{error}</p>}
      {shown !== undefined && (
        <section aria-label="Result">
          <progress aria-label="Counted" max="1" value={shown.fraction} />
          <p role="status">
            <strong class="nodes">{digits(shown.nodes)}</strong> leaves in {(shown.elapsed / 1000).toFixed(2)} s
            {shown.elapsed > 50 && ` · ${digits(Math.round(Number(shown.nodes) / shown.elapsed / 1000))} million per second`}
            {result !== null && !result.count.complete && ' · stopped: a part of the tree'}
            {result?.count.complete && known !== undefined && (known === result.count.nodes ? ' · ✓ the public count' : ` · ✗ the public count is ${digits(known)}`)}
          </p>
          {result?.count.statistics !== undefined && (
            <div class="scroll" tabIndex={0} role="region" aria-label="Statistics">
              <table class="statistics">
                <thead><tr>{STATISTICS.map(([, name]) => <th key={name} scope="col">{name}</th>)}</tr></thead>
                <tbody><tr>{STATISTICS.map(([key]) => <td key={key}>{digits(result.count.statistics?.[key] ?? 0n)}</td>)}</tr></tbody>
              </table>
            </div>
          )}
          <h2>Divide</h2>
          <ul class="divide">
            {shown.branches.map(({ uci, nodes, complete }) => (
              <li key={uci}>
                <button type="button" class="move" onClick={() => play(uci)} onMouseEnter={() => update({ shown: uci })} onMouseLeave={() => update({ shown: null })}
                  onFocus={() => update({ shown: uci })} onBlur={() => update({ shown: null })}>
                  <span>{uci}</span><span class="quiet">{digits(nodes)}{complete ? '' : '…'}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Compare />
    </div>
  )
}
