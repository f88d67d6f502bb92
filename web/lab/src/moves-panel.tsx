import { type Explanation, type Kind } from 'tabiya'
import { useMemo } from 'preact/hooks'
import { gameOf, play, refuse, update, useLab } from './state'

type Listed = Exclude<Kind, `pseudo-legal${string}`>
const PSEUDO = 'pseudo-legal'

const KINDS: { kind: Listed | 'picker'; name: string; text: string }[] = [
  { kind: 'legal', name: 'All', text: 'All legal moves, generated directly with pins, the check mask and king danger.' },
  { kind: 'captures', name: 'Captures', text: 'Captures, including en passant, and promotions to a queen.' },
  { kind: 'quiets', name: 'Quiets', text: 'All other moves: quiet moves, castling, and promotions to rook, bishop or knight.' },
  { kind: 'quiet-checks', name: 'Quiet checks', text: 'Quiet moves that give check, directly or by discovery.' },
  { kind: 'evasions', name: 'Evasions', text: 'The moves of a side in check: king moves, captures of the checker, and blocks. Without a check there are none.' },
  { kind: 'non-evasions', name: 'Non-evasions', text: 'The moves of a side that is not in check. In check there are none.' },
  { kind: 'picker', name: 'Picker', text: 'The order in which a search gets the legal moves, stage by stage, before it has any history.' },
]
const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const name = (index: number) => `${LETTERS[index % 8]}${(index >> 3) + 1}`

/** The squares of a move given as bits, as they are written for an illegal move. */
function squares(bits: number): string {
  const promotion = bits >> 12 >= 8 ? 'nbrq'[(bits >> 12) & 3] : ''
  return name(bits & 63) + name((bits >> 6) & 63) + promotion
}

export function MovesPanel() {
  const lab = useLab()
  const { position } = gameOf(lab)
  const pseudo = lab.kind.startsWith(PSEUDO)
  const wanted = lab.kind === PSEUDO ? 'legal' : lab.kind.replace(`${PSEUDO}-`, '')
  // A link may name a kind that does not exist.
  const { kind, text } = KINDS.find((known) => known.kind === wanted) ?? (KINDS[0] as (typeof KINDS)[number])
  const named = (kind: Listed, pseudo: boolean): Kind => (!pseudo ? kind : kind === 'legal' ? PSEUDO : `${PSEUDO}-${kind}`)
  const choose = (next: Listed | 'picker', pseudo: boolean) => update({ kind: next === 'picker' ? next : named(next, pseudo) })
  const illegal = useMemo(() => new Map(position.illegalMoves().map((explained) => [explained.uci, explained])), [position])
  const moves = useMemo(() => (kind === 'picker' ? [] : [...position.movesOfKind(named(kind, pseudo))]), [position, kind, pseudo])
  const picked = useMemo(() => (kind === 'picker' ? position.picked() : []), [position, kind])
  const stages = [...new Set(picked.map(({ stage }) => stage))]

  return (
    <div class="panel">
      <fieldset class="kinds">
        <legend>Kind</legend>
        {KINDS.map((known) => (
          <label key={known.kind} class={known.kind === kind ? 'chip on' : 'chip'}>
            <input type="radio" name="kind" value={known.kind} checked={known.kind === kind} onChange={() => choose(known.kind, pseudo)} />
            {known.name}
          </label>
        ))}
      </fieldset>
      <p class="layer-text">{text}</p>
      {kind !== 'picker' && (
        <label class="check">
          <input type="checkbox" checked={pseudo} onChange={() => choose(kind, !pseudo)} />
          Pseudo-legal: also the moves that leave the king in check, with the reason against each
        </label>
      )}
      {kind === 'picker' ? (
        stages.map((stage, index) => (
          <section key={stage}>
            <h2>{index + 1}. {stage}</h2>
            <ol class="move-list">
              {picked.filter((move) => move.stage === stage).map((move) => (
                <li key={move.bits}><MoveButton bits={move.bits} text={move.san} see={move.see} stage={stage} /></li>
              ))}
            </ol>
          </section>
        ))
      ) : (
        <>
          <p class="quiet" role="status">{moves.length} {moves.length === 1 ? 'move' : 'moves'}</p>
          <ul class="move-list">
            {moves.map((bits) => {
              const reason = illegal.get(squares(bits))
              return (
                <li key={bits} class={reason ? 'illegal' : ''}>
                  {reason ? <IllegalMove explained={reason} /> : <MoveButton bits={bits} text={position.san(bits)} />}
                </li>
              )
            })}
          </ul>
        </>
      )}
    </div>
  )
}

/** Pointing at a move, by mouse or keyboard, shows it. */
function pointing(uci: string) {
  const show = () => update({ shown: uci })
  const hide = () => update({ shown: null })
  return { onMouseEnter: show, onMouseLeave: hide, onFocus: show, onBlur: hide }
}

function MoveButton({ bits, text, see, stage }: { bits: number; text: string; see?: number; stage?: string }) {
  const { position } = gameOf(useLab())
  const capture = ((bits >> 12) & 4) !== 0
  const worth = see ?? (capture ? position.see(bits) : undefined)
  const showWorth = worth !== undefined && (capture || (stage !== undefined && worth !== 0))
  const uci = squares(bits)
  const target = position.moves({ verbose: true, square: uci.slice(0, 2) }).find((move) => move.bits === bits)?.to ?? uci.slice(2, 4)
  return (
    <button type="button" class="move" {...pointing(uci.slice(0, 2) + target)} onClick={() => play(uci)}>
      <span>{text}</span>
      {showWorth && (
        <span class={worth < 0 ? 'see bad' : 'see'} title="Static exchange evaluation, in centipawns">
          <span class="sr-only">exchange </span>{worth > 0 ? `+${worth}` : worth}
        </span>
      )}
    </button>
  )
}

function IllegalMove({ explained }: { explained: Explanation }) {
  return (
    <button type="button" class="move" {...pointing(explained.uci)} onClick={() => refuse(explained.uci)}>
      <s>{explained.uci}</s>
      <span class="reason">{explained.text.replace(/^\S+ is illegal: /, '')}</span>
    </button>
  )
}
