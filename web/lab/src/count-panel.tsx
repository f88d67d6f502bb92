import { count, type Count, type CountProgress } from 'tabiya'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Compare } from './compare'
import { Copy } from './copy'
import { digits } from './digits'
import { PUBLIC, publicCount } from './public'
import { gameOf, load, update, useLab } from './state'

const STATISTICS: [keyof NonNullable<Count['statistics']>, string][] = [
  ['nodes', 'Leaves'], ['captures', 'Captures'], ['enPassant', 'En passant'], ['castles', 'Castles'], ['promotions', 'Promotions'],
  ['checks', 'Checks'], ['discoveredChecks', 'Discovered'], ['doubleChecks', 'Double'], ['checkmates', 'Mates'],
]
export const DEEPEST = 10

/** A depth as it is typed: a whole number in range, or a sentence about what is expected. */
export function depthOf(text: string, most: number): number | string {
  const value = Number(text)
  return /^\d+$/.test(text.trim()) && value >= 1 && value <= most ? value : `A depth is a whole number from 1 to ${most}.`
}

/** A result, with the game it belongs to. */
interface Result {
  fen: string
  start: string
  line: string[]
  depth: number
  count: Count
}

export function CountPanel() {
  const lab = useLab()
  const { position } = gameOf(lab)
  const fen = position.fen()
  const [typed, setTyped] = useState(String(lab.depth))
  const [statistics, setStatistics] = useState(false)
  const [progress, setProgress] = useState<CountProgress | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const [error, setError] = useState('')
  const running = useRef<AbortController | null>(null)
  const depth = depthOf(typed, DEEPEST)

  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => running.current?.abort(), [fen])
  useEffect(() => { if (depthOf(typed, DEEPEST) !== lab.depth) setTyped(String(lab.depth)) }, [lab.depth])

  const start = async () => {
    if (typeof depth === 'string') return setError(depth)
    const controller = new AbortController()
    running.current = controller
    setError('')
    setResult(null)
    setProgress({ fraction: 0, nodes: 0n, elapsed: 0, branches: [] })
    let last = 0
    try {
      const onProgress = (next: CountProgress) => {
        // Ten times a second is as fast as a reader can follow.
        if (next.elapsed - last > 100) {
          last = next.elapsed
          setProgress(next)
        }
      }
      const counted = await count(position, depth, { statistics, signal: controller.signal, onProgress })
      setResult({ fen, start: lab.start, line: lab.line.slice(0, lab.ply), depth, count: counted })
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown))
    } finally {
      if (running.current === controller) running.current = null
      setProgress(null)
    }
  }

  const known = result === null ? undefined : publicCount(result.fen, result.depth)
  const stale = progress === null && result !== null && result.fen !== fen
  const shown = progress ?? result?.count
  const counting = progress !== null
  // A move of the divide is played where it was counted, whatever the board shows by now.
  const enter = (uci: string) => result !== null && update({ start: result.start, line: [...result.line, uci], ply: result.line.length + 1, arrows: [] })
  const point = (uci: string | null) => { if (!stale) update({ shown: uci }) }
  const divide = () => `${shown?.branches.map(({ uci, nodes }) => `${uci}: ${nodes}`).join('\n')}\n\nNodes searched: ${shown?.nodes}\n`
  return (
    <div class="panel">
      <form class="controls" onSubmit={(event) => { event.preventDefault(); if (!counting) void start() }}>
        <label>Depth <input type="number" min="1" max={DEEPEST} value={typed} aria-invalid={typeof depth === 'string'}
          onInput={(event) => {
            const text = event.currentTarget.value
            setTyped(text)
            const next = depthOf(text, DEEPEST)
            if (typeof next === 'number') update({ depth: next })
          }} /></label>
        <label class="check"><input type="checkbox" checked={statistics} onChange={() => setStatistics(!statistics)} /> Statistics</label>
        {/* One button: it keeps the focus when counting begins and when it ends. */}
        <button type="button" class="primary" aria-disabled={!counting && typeof depth === 'string'} onClick={() => (counting ? running.current?.abort() : void start())}>{counting ? 'Stop' : 'Count'}</button>
        <label class="push">Public position{' '}
          <select value="" onChange={(event) => { const found = PUBLIC.find(({ name }) => name === event.currentTarget.value); if (found) load(found.fen) }}>
            <option value="">choose…</option>
            {PUBLIC.map(({ name }) => <option key={name}>{name}</option>)}
          </select>
        </label>
      </form>
      {typeof depth === 'string' && <p role="alert" class="error">{depth}</p>}
      {error !== '' && typeof depth !== 'string' && <p role="alert" class="error">{error}</p>}
      {shown !== undefined && (
        <section aria-label="Result">
          <progress aria-label="Counted" max="1" value={shown.fraction} />
          <p role="status">
            <strong class="nodes">{digits(shown.nodes)}</strong> leaves in {(shown.elapsed / 1000).toFixed(2)} s
            {shown.elapsed > 50 && ` · ${digits(Math.round(Number(shown.nodes) / shown.elapsed / 1000))} million per second`}
            {result !== null && !result.count.complete && ' · stopped: a part of the tree'}
            {result?.count.complete && known !== undefined && !stale && (known === result.count.nodes ? ' · ✓ the public count' : ` · ✗ the public count is ${digits(known)}`)}
          </p>
          {stale && (
            <p class="note row-between">
              <span>Counted in another position, at depth {result.depth}.</span>
              <button type="button" class="small" onClick={() => update({ start: result.start, line: result.line, ply: result.line.length })}>Back to it</button>
            </p>
          )}
          {result?.count.statistics !== undefined && (
            <div role="group" aria-label="Statistics">
              <dl class="statistics">
                {STATISTICS.map(([key, name]) => <div key={key}><dt>{name}</dt><dd>{digits(result.count.statistics?.[key] ?? 0n)}</dd></div>)}
              </dl>
            </div>
          )}
          <div class="row-between"><h2>Divide</h2>{result !== null && <Copy text={divide()} label="the divide" name="Copy divide" />}</div>
          <ul class="divide">
            {shown.branches.map(({ uci, nodes, complete }) => (
              <li key={uci}>
                <button type="button" class="move" aria-disabled={result === null} onClick={() => enter(uci)} onMouseEnter={() => point(uci)} onMouseLeave={() => point(null)}
                  onFocus={() => point(uci)} onBlur={() => point(null)}>
                  <span class="mono">{uci}</span><span class="quiet">{digits(nodes)}{complete ? '' : '…'}</span>
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
