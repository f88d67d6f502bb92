/** Another program's divide: where it differs, one ply deeper at a time, down to the smallest position and the rule. */
import { type ComparedMove, type Comparison, count, Position, TabiyaError } from 'tabiya'
import { useEffect, useRef, useState } from 'preact/hooks'
import { CopyLink } from './board-panel'
import { Copy } from './copy'
import { depthOf } from './count-panel'
import { digits } from './digits'
import { likelyDepth, pack, positionIn, rowsOf, totalOf, unpack } from './divide'
import type { Compare as CompareState } from './shape'
import { gameOf, get, isChess960, KIWIPETE, load, refuse, update, useLab } from './state'

const MOST = 8
const STATES: Record<ComparedMove['state'], string> = {
  same: 'same', count: 'other count', missing: 'missing there', extra: 'not legal', twice: 'listed twice',
}

/** The commands that make another program print the divide of this level. */
function commandsOf(root: string, walk: string[], depth: number): string {
  const chess960 = isChess960(root)
  return [
    ...(chess960 ? ['setoption name UCI_Chess960 value true'] : []),
    `position fen ${root}${walk.length > 0 ? ` moves ${walk.join(' ')}` : ''}`,
    `go perft ${depth}`,
  ].join('\n')
}

export function Compare() {
  const lab = useLab()
  const { compare } = lab
  const { position } = gameOf(lab)
  const root = compare === null ? position.fen({ enPassant: 'always' }) : lab.start
  const walk = compare?.walk ?? []
  const level = walk.length
  const asked = compare?.texts[level]
  const [draft, setDraft] = useState(asked ?? '')
  const [typed, setTyped] = useState(String(compare?.depth ?? 3))
  const [found, setFound] = useState<{ key: string; comparison: Comparison } | null>(null)
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const running = useRef<AbortController | null>(null)
  const depth = compare?.depth ?? depthOf(typed, MOST)
  const remaining = typeof depth === 'number' ? depth - level : 0
  const key = `${root} ${walk.join(' ')} ${remaining} ${asked ?? ''}`

  const node = () => walk.reduce((at, move) => at.after(move), new Position(root, { chess960: isChess960(root) }))
  const run = async () => {
    if (asked === undefined || remaining < 1) return
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setError('')
    setBusy(true)
    try {
      const here = node()
      const counted = await count(here, remaining, { signal: controller.signal })
      if (controller.signal.aborted || !counted.complete) return setError('Stopped before everything was counted.')
      const comparison = here.compare(remaining, asked, counted.branches)
      setFound({ key, comparison })
      const [first] = comparison.moves
      const now = get().compare
      const rule = comparison.rules[0]?.name ?? null
      if (now !== null && now.rule !== rule) update({ compare: { ...now, rule } })
      if (comparison.found && first !== undefined) drawMove(first)
    } catch (thrown) {
      setError(thrown instanceof TabiyaError ? thrown.message : String(thrown))
    } finally {
      if (running.current === controller) {
        running.current = null
        setBusy(false)
      }
    }
  }
  useEffect(() => () => running.current?.abort(), [])
  // The divide of a link, and each level that is entered again, is compared at once.
  useEffect(() => {
    running.current?.abort()
    setDraft(asked ?? '')
    setError('')
    if (asked !== undefined && found?.key !== key) void run()
  }, [key])

  /** The board shows the position of a level. */
  const enter = (next: CompareState) =>
    lab.compare === null
      ? load(root, { compare: next, tab: 'count', line: next.walk, ply: next.walk.length, layers: [] })
      : update({ compare: next, line: next.walk, ply: next.walk.length, arrows: [] })
  const submit = (text: string) => {
    const named = level === 0 ? positionIn(text) : null
    if (rowsOf(text).length === 0) return setError('There is no move with a count in this text, such as "e2e4: 20".')
    let [start, plies] = [root, typeof depth === 'number' ? depth : 3]
    if (named !== null) {
      try {
        start = named.moves.reduce((at, move) => at.after(move), new Position(named.fen, { chess960: isChess960(named.fen) })).fen({ enPassant: 'always' })
      } catch (thrown) {
        return setError(`The position in this text cannot be read: ${(thrown as Error).message}`)
      }
    }
    if (level === 0) plies = Math.min(MOST, likelyDepth(totalOf(text), (depth) => new Position(start, { chess960: isChess960(start) }).perft(depth)))
    setTyped(String(plies))
    const texts = [...(compare?.texts.slice(0, level) ?? []), unpack(pack(text))]
    const next = { depth: level === 0 ? plies : (compare?.depth ?? plies), walk, texts, rule: null }
    if (start === lab.start && compare !== null) enter(next)
    else load(start, { compare: next, tab: 'count', layers: [] })
    setError('')
  }
  const deeper = (move: string) => enter({ depth: depth as number, walk: [...walk, move], texts: compare?.texts.slice(0, level + 1) ?? [], rule: null })
  const back = (to: number) => enter({ depth: depth as number, walk: walk.slice(0, to), texts: compare?.texts.slice(0, to + 1) ?? [], rule: null })

  const comparison = found?.key === key ? found.comparison : null
  const differing = comparison?.moves.filter(({ state }) => state !== 'same') ?? []
  const counts = new Map(rowsOf(asked ?? ''))
  const commands = typeof depth === 'number' ? commandsOf(root, walk, remaining) : ''
  const smallest = comparison?.found ? node().fen({ enPassant: 'always' }) : null
  const report = () => [
    `FEN: ${smallest}`,
    ...differing.map((move) => `${move.uci}: ${STATES[move.state]}${move.rule === null ? '' : ` (${move.rule.name})`}${move.why === null ? '' : `; ${move.why.text}`}`),
    ...(comparison?.rules.map(({ name, text }) => `${name}: ${text}`) ?? []),
    location.href,
  ].join('\n')

  return (
    <section class="compare" aria-labelledby="compare-title">
      <div class="row-between">
        <h2 id="compare-title">Compare with another program</h2>
        {compare !== null && <button type="button" class="small" onClick={() => { update({ compare: null, refused: null, arrows: [] }); document.getElementById('view')?.focus() }}>Start again</button>}
      </div>
      {walk.length > 0 && (
        <p class="trail" role="group" aria-label="Levels">
          <button type="button" class="small" onClick={() => back(0)}>Root</button>
          {walk.map((move, index) => (
            <button type="button" class="small" key={index} aria-current={index + 1 === level ? 'step' : undefined} onClick={() => back(index + 1)}>{move}</button>
          ))}
        </p>
      )}
      {compare === null && (
        <label>Depth <input type="number" min="1" max={MOST} value={typed} aria-label="Depth of the comparison" aria-invalid={typeof depth === 'string'} onInput={(event) => setTyped(event.currentTarget.value)} /></label>
      )}
      {typeof depth === 'string' && <p role="alert" class="error">{depth}</p>}
      {smallest === null && (
        <>
          <p class="layer-text">{level === 0 ? 'Give these commands to the other program, and paste what it prints.' : `The board shows the position after ${walk.join(' ')}. Ask again, one ply deeper:`}</p>
          <div class="number"><pre class="commands">{commands}</pre><Copy text={commands} label="the commands" /></div>
        </>
      )}
      <label class="block">Its divide
        <textarea class="mono" rows={smallest === null ? 5 : 3} spellcheck={false} placeholder={'e2e4: 600\nd2d4: 560\n…'} value={draft}
          onInput={(event) => { setDraft(event.currentTarget.value); setError('') }}
          onPaste={(event) => { const field = event.currentTarget; setTimeout(() => submit(field.value)) }} />
      </label>
      <div class="buttons">
        <button type="button" class="primary" aria-disabled={!busy && draft.trim() === ''} onClick={() => (busy ? running.current?.abort() : draft.trim() !== '' && (draft === asked ? void run() : submit(draft)))}>{busy ? 'Stop' : 'Compare'}</button>
        {compare === null && draft === '' && <button type="button" onClick={showExample}>Show an example</button>}
        {comparison !== null && <CopyLink name="Copy link to this bug" />}
        {smallest !== null && <Copy text={report()} label="the report" name="Copy report" size="" />}
      </div>
      {busy && <p role="status" class="quiet">Counting {remaining} {remaining === 1 ? 'ply' : 'plies'} …{compare?.rule && ` The link names the rule ${compare.rule}.`}</p>}
      {error !== '' && <p role="alert" class="error">{error}</p>}
      {comparison !== null && (
        <div role="status" class="verdict">
          {comparison.agrees ? (
            <p>✓ Everything agrees at depth {remaining}: {digits(comparison.ours)} leaves.</p>
          ) : (
            <p>✗ It counts {digits(comparison.theirs)}; {digits(comparison.ours)} is right, at depth {remaining}. {comparison.found ? 'The moves of this position are wrong.' : 'Choose a move to go one ply deeper.'}</p>
          )}
          {smallest !== null && <div class="number smallest"><span>The smallest position:</span> <code>{smallest}</code><Copy text={smallest} label="the smallest position" /></div>}
          {comparison.rules.map((rule) => (
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
                <tr key={move.uci + move.state}>
                  <th scope="row">
                    {move.state === 'count' && remaining > 1 ? (
                      <button type="button" class="small" onClick={() => deeper(move.uci)} aria-label={`Go deeper: ${move.uci}`}>{move.uci} →</button>
                    ) : (
                      <button type="button" class="small" onClick={() => drawMove(move)} aria-label={`Show ${move.uci} on the board`}>{move.uci}</button>
                    )}
                  </th>
                  <td>{move.theirs !== null ? digits(move.theirs) : counts.has(move.uci) ? digits(BigInt(counts.get(move.uci) as string)) : '–'}</td>
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

/** A wrong move on the board: the reason against it, or an arrow where it is missing. */
function drawMove(move: ComparedMove): void {
  if (move.state === 'extra') return refuse(move.uci)
  update({ arrows: get().arrows.includes(move.uci.slice(0, 4)) ? get().arrows : [move.uci.slice(0, 4)], refused: null })
}

/** A generator that forgets en passant, in the position that most generators are tested with. */
function showExample(): void {
  const root = new Position(KIWIPETE)
  const text = (rows: { uci: string; nodes: bigint }[]) => rows.map(({ uci, nodes }) => `${uci}: ${nodes}`).join('\n')
  const first = root.divide(2).map((row) => (row.uci === 'a2a4' ? { ...row, nodes: row.nodes - 1n } : row))
  const second = root.after('a2a4').divide(1).filter(({ uci }) => uci !== 'b4a3')
  const compare = { depth: 2, walk: ['a2a4'], texts: [text(first), text(second)], rule: null }
  load(KIWIPETE, { compare, tab: 'count', layers: [], line: ['a2a4'], ply: 1 })
}
