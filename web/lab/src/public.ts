/** The usual test positions of perft, and their counts: the file that the Rust tests read. */
import text from '../../../testdata/public.epd?raw'

export interface PublicPosition {
  name: string
  fen: string
  counts: Map<number, bigint>
}

export const PUBLIC: PublicPosition[] = []
let name = ''
for (const line of text.split('\n')) {
  name = line.match(/^# id (.+)/)?.[1] ?? name
  if (!line.includes(';D')) continue
  const [fen, ...counts] = line.split(';').map((part) => part.trim())
  const known = counts.map((count) => count.slice(1).split(/\s+/)).map(([depth, nodes]) => [Number(depth), BigInt(nodes as string)] as const)
  PUBLIC.push({ name: name.replaceAll('-', ' '), fen: fen as string, counts: new Map(known) })
}

/** The public count of a position, if there is one. */
export function publicCount(fen: string, depth: number): bigint | undefined {
  return PUBLIC.find((known) => known.fen.split(' ').slice(0, 4).join(' ') === fen.split(' ').slice(0, 4).join(' '))?.counts.get(depth)
}
