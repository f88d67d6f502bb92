/**
 * How a slider finds its attacks, step by step: the bits of the mask go from their squares to the index.
 * Every moving thing is placed by a transform, so that a reader who wants no motion sees the same steps without it.
 */
import { hex, type SliderSteps, SQUARES_BY_NUMBER as SQUARES, squaresOf, type Square } from 'tabiya'
import { useEffect, useState } from 'preact/hooks'
import { Copy } from './copy'

export type Way = 'magic' | 'pext'

interface Moment { name: string; text: string }

const CELL = 22
const WIDE = 466
/** Where the index stands, right of the small board, and the multiplication, below it. */
const INDEX = { x: 8 * CELL + 36, y: 60 }
const TABLE = { x: 40, y: 8 * CELL + 24 }
const BIT = 6.6
const LINE = 16

const column = (square: Square) => SQUARES.indexOf(square) % 8
const row = (square: Square) => 7 - (SQUARES.indexOf(square) >> 3)
const bitAt = (set: bigint, index: number) => ((set >> BigInt(index)) & 1n) === 1n
const cut = (value: bigint) => BigInt.asUintN(64, value)

function moments(look: SliderSteps, way: Way, size: number): Moment[] {
  const mask = { name: 'Mask', text: `${size} squares matter: the rays from the square, without their last squares.` }
  const blockers = { name: 'Blockers', text: 'occupied AND mask: which of these squares hold a piece.' }
  const entry = (index: number) => ({ name: 'Entry', text: `Entry ${index} of ${look.entries} holds the attack set: each ray up to its first blocker, included.` })
  if (way === 'pext') {
    return [mask, blockers,
      { name: 'Extract', text: `PEXT moves the bits under the mask side by side, in the order of the squares. The result is ${look.pextIndex}.` },
      entry(look.pextIndex)]
  }
  return [mask, blockers,
    { name: 'Multiply', text: 'A product is a sum of shifted copies: one copy of the magic number for each blocker, shifted by the number of its square.' },
    { name: 'Shift', text: `Only the top ${64 - look.shift} bits are kept: product >> ${look.shift} is ${look.magicIndex}.` },
    entry(look.magicIndex)]
}

/** One look-up as a picture with a step for each operation. A lesson gives `step`; otherwise the picture keeps its own. */
export function SliderPicture({ look, square, way, step, onStep }: { look: SliderSteps; square: string; way: Way; step?: number; onStep?: (step: number) => void }) {
  const [own, setOwn] = useState(0)
  const [playing, setPlaying] = useState(false)
  const relevant = squaresOf(look.relevant)
  const list = moments(look, way, relevant.length)
  const at = Math.min(list.length - 1, step ?? own)
  const go = (to: number) => (onStep ?? setOwn)(Math.max(0, Math.min(list.length - 1, to)))
  useEffect(() => {
    if (!playing) return
    if (at === list.length - 1) return setPlaying(false)
    const timer = setTimeout(() => go(at + 1), 1400)
    return () => clearTimeout(timer)
  }, [playing, at])
  const moment = list[at] as Moment
  const index = way === 'magic' ? look.magicIndex : look.pextIndex
  const bits = 64 - look.shift
  const title = way === 'magic' ? 'Magic multiplication' : 'PEXT'
  return (
    <figure class="picture" data-picture={`${look.role}-${way}`}>
      <figcaption>
        <h4>{title}: {look.role} on {square}</h4>
        <span class="buttons" role="group" aria-label={`Steps of ${title}`}>
          <button type="button" class="small" aria-disabled={at === 0} onClick={() => go(at - 1)} aria-label="Previous step">←</button>
          {list.map(({ name }, number) => (
            <button type="button" key={name} class={number === at ? 'small chip on' : 'small chip'} aria-current={number === at ? 'step' : undefined} onClick={() => { setPlaying(false); go(number) }}>{number + 1}. {name}</button>
          ))}
          <button type="button" class="small" aria-disabled={at === list.length - 1} onClick={() => go(at + 1)} aria-label="Next step">→</button>
          <button type="button" class="small" aria-pressed={playing} onClick={() => { if (at === list.length - 1) go(0); setPlaying(!playing) }}>{playing ? 'Pause' : 'Play'}</button>
        </span>
      </figcaption>
      <p aria-live="polite" class="moment">{moment.text}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label={`Picture: ${title}`}>
        <Drawing look={look} square={square as Square} way={way} moment={moment.name} />
      </div>
      <p class="index-line mono" data-index={index}>
        {way === 'magic' ? (
          <>({hex(look.blockers)} × {hex(look.magic)}) &gt;&gt; {look.shift} = <b>{index}</b></>
        ) : (
          <>PEXT({hex(look.blockers)}, {hex(look.relevant)}) = 0b{index.toString(2).padStart(bits, '0')} = <b>{index}</b></>
        )}{' '}
        <Copy text={way === 'magic' ? hex(look.magic) : hex(look.relevant)} label={way === 'magic' ? 'the magic number' : 'the mask'} />
      </p>
    </figure>
  )
}

function Drawing({ look, square, way, moment }: { look: SliderSteps; square: Square; way: Way; moment: string }) {
  const relevant = squaresOf(look.relevant)
  const blockers = squaresOf(look.blockers)
  const bits = 64 - look.shift
  const entry = moment === 'Entry'
  const rows = blockers.map((blocker) => ({ blocker, copy: cut(look.magic << BigInt(SQUARES.indexOf(blocker))) }))
  const multiplied = moment === 'Multiply' || moment === 'Shift' || (entry && way === 'magic')
  const height = way === 'magic' ? TABLE.y + LINE * (rows.length + 1) + 12 : 8 * CELL + 10
  const x = (bit: number) => TABLE.x + BIT * (63 - bit)
  const sumY = TABLE.y + LINE * rows.length + 4
  const indexX = (bit: number) => INDEX.x + 21 * (bits - 1 - bit)
  const shownSquares = entry ? look.attacks : look.relevant
  return (
    <svg class={`drawing at-${moment.toLowerCase()}`} viewBox={`0 0 ${WIDE} ${height}`} role="img" aria-label={`${moment}: ${look.role} on ${square}`}>
      {SQUARES.map((name) => (
        <rect key={name} x={20 + CELL * column(name)} y={4 + CELL * row(name)} width={CELL} height={CELL}
          class={bitAt(shownSquares, SQUARES.indexOf(name)) ? (entry ? 'square attack' : 'square relevant') : 'square'} />
      ))}
      <text x={20 + CELL * (column(square) + 0.5)} y={4 + CELL * (row(square) + 0.72)} class="piece" text-anchor="middle">{look.role === 'rook' ? '♜' : '♝'}</text>
      {/* In the first two steps these bits stand on their squares. PEXT then takes them to the index. */}
      {relevant.map((name, order) => {
        const extracted = way === 'pext' && (entry || moment === 'Extract')
        const set = bitAt(look.blockers, SQUARES.indexOf(name))
        const [toX, toY] = extracted ? [indexX(order), INDEX.y] : [20 + CELL * column(name) + 1, 4 + CELL * row(name) + 1]
        if (way === 'magic' && entry) return null
        return (
          <g key={name} class={set ? 'bit one' : 'bit'} data-bit={name} style={{ transform: `translate(${toX}px, ${toY}px)`, transitionDelay: `${30 * order}ms` }}>
            <rect width="20" height="20" rx="4" />
            <text x="10" y="15" text-anchor="middle">{moment === 'Mask' ? '' : set ? 1 : 0}</text>
          </g>
        )
      })}
      {multiplied && rows.map(({ blocker, copy }, number) => (
        <g key={blocker} class="copy">
          <text x={TABLE.x - 6} y={TABLE.y + 10 + LINE * number} text-anchor="end">{blocker}</text>
          {Array.from({ length: 64 }, (_, bit) => bitAt(copy, bit) && <rect key={bit} x={x(bit)} y={TABLE.y + LINE * number} width={BIT - 1} height="12" />)}
        </g>
      ))}
      {multiplied && (
        <g class="sum">
          <path d={`M${TABLE.x} ${sumY - 4}H${x(0) + BIT}`} />
          <text x={TABLE.x - 6} y={sumY + 11} text-anchor="end">sum</text>
          {Array.from({ length: 64 }, (_, bit) => bitAt(look.product, bit) && <rect key={bit} x={x(bit)} y={sumY} width={BIT - 1} height="12" class={bit >= look.shift ? 'top' : ''} />)}
          <rect class="frame" x={TABLE.x - 2} y={sumY - 2} width={BIT * bits + 3} height="16" />
          {Array.from({ length: bits }, (_, order) => {
            const bit = look.shift + order
            const shifted = moment !== 'Multiply'
            return (
              <g key={order} class={bitAt(look.product, bit) ? 'bit one' : 'bit'} data-top={order}
                style={{ transform: shifted ? `translate(${indexX(order)}px, ${INDEX.y}px)` : `translate(${x(bit)}px, ${sumY}px) scale(${(BIT - 1) / 20}, .6)`, transitionDelay: `${30 * order}ms` }}>
                <rect width="20" height="20" rx="4" />
                <text x="10" y="15" text-anchor="middle">{bitAt(look.product, bit) ? 1 : 0}</text>
              </g>
            )
          })}
        </g>
      )}
      {(entry || moment === 'Shift' || moment === 'Extract') && (
        <text class="index" x={INDEX.x} y={INDEX.y + 46}>= index {way === 'magic' ? look.magicIndex : look.pextIndex}</text>
      )}
      {entry && <text class="index" x={INDEX.x} y={INDEX.y + 76}>attacks {hex(look.attacks)}</text>}
    </svg>
  )
}
