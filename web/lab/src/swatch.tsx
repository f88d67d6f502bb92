/** How layers look: six patterns, each in its own colour. `style.css` gives the colours of the outlines. */
export const STYLES = 6

const COLORS = ['#0b57b0', '#b03a06', '#0f6b33', '#7d1a99', '#7a5200', '#b0163a']
const MARKS = [
  '<path d="M-5 5L5-5M0 20L20 0M15 25L25 15"/>',
  '<path d="M-5 15L5 25M0 0L20 20M15-5L25 5"/>',
  '<circle cx="10" cy="10" r="3"/>',
  '<path d="M0 10H20"/>',
  '<path d="M10 0V20"/>',
  '<path d="M0 10H20M10 0V20"/>',
]

export const PATTERNS = MARKS.map((marks, index) => {
  const color = COLORS[index]
  const dots = index === 2
  return (
    `<pattern id="lab-pattern-${index}" width="20" height="20" patternUnits="userSpaceOnUse">` +
    `<rect width="20" height="20" fill="${color}" opacity=".16"/>` +
    `<g fill="${dots ? color : 'none'}" stroke="${dots ? 'none' : color}" stroke-width="2" opacity=".55">${marks}</g></pattern>`
  )
}).join('')

export function Swatch({ style }: { style: number }) {
  return (
    <svg class={`swatch layer s${style % STYLES}`} viewBox="0 0 40 40" aria-hidden="true">
      <rect x="3" y="3" width="34" height="34" rx="6" fill={`url(#lab-pattern-${style % STYLES})`} class="outline" />
    </svg>
  )
}

/** Sixty-four squares in small: what a set looks like before it is put on the board. */
export function MiniBoard({ set, flipped = false, style = 0 }: { set: bigint; flipped?: boolean; style?: number }) {
  const squares: preact.JSX.Element[] = []
  for (let index = 0; index < 64; index++) {
    const [file, rank] = [index & 7, index >> 3]
    const [x, y] = flipped ? [7 - file, rank] : [file, 7 - rank]
    const on = ((set >> BigInt(index)) & 1n) === 1n
    squares.push(<rect key={index} x={x} y={y} width="1" height="1" class={on ? 'on' : (file + rank) % 2 === 0 ? 'dark' : 'light'} />)
  }
  return <svg class={`mini s${style % STYLES}`} viewBox="0 0 8 8" aria-hidden="true" shape-rendering="crispEdges">{squares}</svg>
}
