/** What lies over the squares of the board: layers, pieces, marks and arrows. It only draws. */
import { Position, SQUARES_BY_NUMBER as SQUARES, type Square } from 'tabiya'
import { useMemo } from 'preact/hooks'
import type { Difference } from './bits'
import { outline } from './outline'
import type { ShownSet } from './sets'
import type { Refused } from './shape'
import { PATTERNS, STYLES } from './swatch'

export interface Painting {
  letters: string
  flipped: boolean
  dark: boolean
  layers: ShownSet[]
  difference: Difference | null
  last: Square[]
  checked: Square | undefined
  chosen: Square | null
  picked: Square | null
  /** A piece that is dragged leaves a shadow behind. */
  lifted: Square | null
  targets: Square[]
  refused: Refused | null
  /** Drawn by the user; one square is a ring. */
  arrows: string[]
  pulled: string | null
  shown: string | null
}

export const has = (set: bigint, square: Square) => ((set >> BigInt(SQUARES.indexOf(square))) & 1n) === 1n
export const prefix = (dark: boolean) => (dark ? 'tabiya-dark' : 'tabiya-light')

export function Paint(board: Painting) {
  const { flipped, letters } = board
  const place = (square: Square) => {
    const index = SQUARES.indexOf(square)
    const [file, rank] = [index % 8, index >> 3]
    return flipped ? { x: 100 * (7 - file), y: 100 * rank } : { x: 100 * file, y: 100 * (7 - rank) }
  }
  const centre = (square: Square) => ({ x: place(square).x + 50, y: place(square).y + 50 })
  const at = (square: Square) => ({ cx: centre(square).x, cy: centre(square).y })
  const arrow = (text: string, kind: string) => (
    <Arrow key={kind + text} from={centre(text.slice(0, 2) as Square)} to={centre(text.slice(2, 4) as Square)} kind={kind} />
  )
  const definitions = useMemo(() => new Position().svg({ dark: board.dark }).match(/<defs>([\s\S]*)<\/defs>/)?.[1] ?? '', [board.dark])
  const { refused, difference } = board
  return (
    <svg class="paint" viewBox="0 0 800 800" aria-hidden="true">
      <defs dangerouslySetInnerHTML={{ __html: definitions + PATTERNS }} />
      {board.last.map((square) => <rect class="last" {...place(square)} width="100" height="100" key={square} />)}
      {board.checked !== undefined && <circle class="check" {...at(board.checked)} r="48" />}
      {board.layers.map(({ id, set, style }) => <LayerPaint key={id} id={id} set={set} style={style} place={place} flipped={flipped} />)}
      {board.chosen !== null && <rect class="chosen" {...place(board.chosen)} width="100" height="100" />}
      {board.picked !== null && <rect class="picked" {...place(board.picked)} width="100" height="100" />}
      <Coordinates flipped={flipped} />
      {SQUARES.map((square, index) => {
        const letter = letters[index]
        if (letter === '.') return null
        return <use key={square} href={`#${prefix(board.dark)}-${letter}`} {...place(square)} class={board.lifted === square ? 'lifted' : ''} />
      })}
      {board.targets.map((square) =>
        letters[SQUARES.indexOf(square)] === '.' ? (
          <circle key={square} class="target" {...at(square)} r="14" />
        ) : (
          <circle key={square} class="target ring" {...at(square)} r="44" />
        ),
      )}
      {difference !== null && SQUARES.filter((square) => has(difference.extra | difference.missing, square)).map((square) => {
        const extra = has(difference.extra, square)
        return (
          <g key={square} class={extra ? 'differs extra' : 'differs missing'} data-differs={square}>
            <circle cx={centre(square).x + 28} cy={centre(square).y - 28} r="20" />
            <path d={`M${centre(square).x + 17} ${centre(square).y - 28}h22${extra ? 'm-11 -11v22' : ''}`} />
          </g>
        )
      })}
      {refused !== null && refused.from !== '' && refused.to !== '' && (
        <g class="refused">
          {refused.line.map((square) => <circle key={square} class="line" {...at(square)} r="12" />)}
          {refused.squares.map((square) => <circle key={square} class="ring" {...at(square)} r="44" />)}
          {arrow(refused.from + refused.to, 'no')}
        </g>
      )}
      {board.arrows.map((text) =>
        text.length === 2 ? <circle key={text} class="drawn-ring" {...at(text as Square)} r="44" /> : arrow(text, 'drawn'),
      )}
      {board.pulled !== null && arrow(board.pulled, 'drawn')}
      {board.shown !== null && arrow(board.shown, 'shown')}
    </svg>
  )
}

interface LayerProps { id: string; set: bigint; style: number; place: (square: Square) => { x: number; y: number }; flipped: boolean }

/** One layer: its squares filled with a pattern, and one line around them. Later layers stand further inside. */
function LayerPaint({ id, set, style, place, flipped }: LayerProps) {
  const kind = style % STYLES
  const inset = 6 + 7 * kind
  const inside = (column: number, row: number) => {
    if (column < 0 || column > 7 || row < 0 || row > 7) return false
    const index = flipped ? 8 * row + 7 - column : 8 * (7 - row) + column
    return ((set >> BigInt(index)) & 1n) === 1n
  }
  return (
    <g class={`layer s${kind}`} data-layer={id}>
      {SQUARES.filter((square) => has(set, square)).map((square) => <rect key={square} {...place(square)} width="100" height="100" fill={`url(#lab-pattern-${kind})`} />)}
      <path class="outline" d={outline(inside, inset)} />
    </g>
  )
}

interface Point { x: number; y: number }

function Arrow({ from, to, kind }: { from: Point; to: Point; kind: string }) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  const at = (along: number, aside: number) => {
    const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length]
    return `${(from.x + ux * along - uy * aside).toFixed(1)} ${(from.y + uy * along + ux * aside).toFixed(1)}`
  }
  const neck = length - 40
  return <path class={`arrow ${kind}`} d={`M${at(18, -8)}L${at(neck, -8)}L${at(neck, -24)}L${at(length - 6, 0)}L${at(neck, 24)}L${at(neck, 8)}L${at(18, 8)}Z`} />
}

function Coordinates({ flipped }: { flipped: boolean }) {
  const files = [...'abcdefgh']
  return (
    <g class="coordinates">
      {files.map((_, index) => {
        const file = files[flipped ? 7 - index : index]
        const rank = flipped ? index + 1 : 8 - index
        return (
          <>
            <text x={100 * index + 96} y={793} text-anchor="end" class={index % 2 === 0 ? 'on-dark' : 'on-light'}>{file}</text>
            <text x={5} y={100 * index + 21} class={index % 2 === 0 ? 'on-light' : 'on-dark'}>{rank}</text>
          </>
        )
      })}
    </g>
  )
}
