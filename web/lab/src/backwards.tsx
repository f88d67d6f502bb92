/** The stop *Backwards*: the moves that can have led to the position, taken back on the board. */
import { predecessors, type Unmove, unmoves, whyNoUnmove } from 'tabiya/retro'
import { useMemo, useState } from 'preact/hooks'
import { nameOf } from './board'
import { digits } from './digits'
import { gameOf, get, load, update, useLab } from './state'

/** Positions that show what the past can be. */
const EXAMPLES: [name: string, fen: string][] = [
  ['A check from afar', '4k3/8/8/8/8/8/8/K3R3 b - - 0 1'],
  ['Check by two pieces', '4k3/8/5N2/8/8/8/8/K3R3 b - - 0 1'],
  ['A pawn just jumped', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1'],
  ['A check that cannot be', '8/8/8/8/8/2k5/3P4/4K3 b - - 0 1'],
]
/** More would make the page slow, and no reader looks at them all. */
const MOST = 200

/** The earlier position takes the place of the present one, with the move in front of the line: Forward plays it again. */
function takeBack({ before, uci }: Pick<Unmove, 'before' | 'uci'>): void {
  const { line, ply } = get()
  load(before, { line: [uci, ...line.slice(ply)], shown: null })
}

export function Backwards() {
  const lab = useLab()
  const { position } = gameOf(lab)
  const [wanted, setWanted] = useState(false)
  const list = useMemo(() => unmoves(position), [position])
  const why = useMemo(() => (list.length === 0 ? whyNoUnmove(position) : null), [list])
  const before = useMemo(() => (wanted ? predecessors(position) : null), [position, wanted])
  const checkers = position.isCheck() ? position.attackers(position.findPiece({ color: position.turn(), type: 'k' })[0] as string, position.turn() === 'w' ? 'b' : 'w') : []
  const moves = list.length === 1 ? '1 move' : `${digits(list.length)} moves`
  return (
    <section class="backwards" aria-label="The last move">
      <h3>The last move</h3>
      <p role="status">
        {why !== null ? (
          <strong class="bad">{why[0]?.toUpperCase()}{why.slice(1)}.</strong>
        ) : checkers.length > 0 ? (
          <>{moves} can have led here and {list.length === 1 ? 'explains' : 'explain'} the check from <strong>{checkers.join(' and ')}</strong>.</>
        ) : (
          <>{moves} can have led here.</>
        )}
      </p>
      {byPiece(list).map(({ to, ways }) => (
        <div class="past" key={to} role="group" aria-label={`The ${piece(position.get(to))} on ${to}`}>
          <h4>{piece(position.get(to))} on {to}</h4>
          <ul class="ways">
            {ways.map(({ name, choices }) => (
              <li key={name}>
                <span class="mono">{name}</span>
                {choices.map((unmove) => <Way key={unmove.text} unmove={unmove} />)}
              </li>
            ))}
          </ul>
        </div>
      ))}
      <details open={wanted} onToggle={(event) => setWanted(event.currentTarget.open)}>
        <summary><h4>Every position before</h4></summary>
        <p class="layer-text">The board does not tell which castling rights a move ended, and which pawn had just jumped before it. Each choice is a position of its own.</p>
        {before !== null && (
          <>
            <p class="quiet">{digits(before.length)} {before.length === 1 ? 'position' : 'positions'}{before.length > MOST && `, the first ${MOST} of them`}</p>
            <ul class="plain befores">
              {before.slice(0, MOST).map(({ fen, text, uci }) => (
                <li key={`${fen} ${text}`}>
                  <button type="button" class="move" {...pointing(uci)} onClick={() => takeBack({ before: fen, uci })}><span class="mono">{text}</span> <span class="mono quiet">{fen}</span></button>
                </li>
              ))}
            </ul>
          </>
        )}
      </details>
      <p class="buttons" role="group" aria-label="Examples">
        {EXAMPLES.map(([name, fen]) => (
          <button type="button" class="small" key={fen} onClick={() => load(fen, { layers: [] })}>{name}</button>
        ))}
      </p>
    </section>
  )
}

const LETTERS = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen' } as const
/** What stands on a button: a quiet move, or the letter of the piece that comes back. */
function Way({ unmove }: { unmove: Unmove }) {
  const { captured, kind, uci } = unmove
  const letter = captured === null ? (kind === 'castling' ? 'castle' : 'quiet') : kind === 'en-passant' ? '×e.p.' : `×${captured.toUpperCase()}`
  const what = kind === 'castling' ? 'castling' : captured === null ? 'without a capture' : kind === 'en-passant' ? 'capturing en passant' : `capturing a ${LETTERS[captured as keyof typeof LETTERS]}`
  return (
    <button type="button" class="small way" aria-label={`Take back ${uci}, ${what}`} {...pointing(uci)} onClick={() => takeBack(unmove)}>{letter}</button>
  )
}

/** Pointing at a move, by mouse or keyboard, shows it. */
function pointing(uci: string) {
  const show = () => update({ shown: uci })
  const hide = () => update({ shown: null })
  return { onMouseEnter: show, onMouseLeave: hide, onFocus: show, onBlur: hide }
}

function piece(found: { type: string; color: string } | undefined): string {
  return found === undefined ? 'piece' : nameOf(found.color === 'w' ? found.type.toUpperCase() : found.type)
}

/** The unmoves by the piece that moved, and by where it came from. */
function byPiece(list: Unmove[]): { to: string; ways: { name: string; choices: Unmove[] }[] }[] {
  const pieces = new Map<string, Map<string, Unmove[]>>()
  for (const unmove of list) {
    // A castle is a move of the king, and ends where no piece of it need stand.
    const to = unmove.kind === 'castling' ? kingAfter(unmove) : unmove.to
    const name = unmove.kind === 'castling' ? `${unmove.from}, ${unmove.to}` : unmove.promotion === null ? `from ${unmove.from}` : `pawn from ${unmove.from}`
    const ways = pieces.get(to) ?? pieces.set(to, new Map()).get(to) as Map<string, Unmove[]>
    ways.set(name, [...(ways.get(name) ?? []), unmove])
  }
  return [...pieces].map(([to, ways]) => ({ to, ways: [...ways].map(([name, choices]) => ({ name, choices })) }))
}

/** Where the king stands after a castle: on the g- or c-file of its rank. */
function kingAfter({ from, to }: Unmove): string {
  return (to > from ? 'g' : 'c') + from[1]
}
