/** A divide as text: what other programs print, and its short form for addresses. */

/** The moves and counts of a text, in its order. */
export function rowsOf(text: string): [string, string][] {
  const rows: [string, string][] = []
  for (const line of text.split('\n')) {
    const found = /^\s*(?:\d+[.)]\s+)?([a-h][1-8][a-h][1-8][nbrqNBRQ]?)\s*[:=\-–\s]\s*([\d][\d,_']*)\s*$/.exec(line)
    if (found !== null) rows.push([(found[1] as string).toLowerCase(), (found[2] as string).replace(/\D/g, '')])
  }
  return rows
}

/** `e2e4-600.d2d4-560`: what an address can carry. */
export function pack(text: string): string {
  return rowsOf(text).map(([move, count]) => `${move}-${count}`).join('.')
}

export function unpack(packed: string): string {
  return packed.split('.').map((row) => row.replace('-', ': ')).join('\n')
}

/** The sum of the counts. */
export function totalOf(text: string): bigint {
  return rowsOf(text).reduce((sum, [, count]) => sum + BigInt(count), 0n)
}

/** The position that a pasted text speaks of, if it has a line such as `position fen … moves …` or `Fen: …`. */
export function positionIn(text: string): { fen: string; moves: string[] } | null {
  const found = /(?:^|\n|\s)fen:?\s+(\S+\/\S+ [wb] \S+ \S+(?: \d+ \d+)?)(?:\s+moves\s+([a-h1-8nbrq ]+))?/i.exec(text)
  if (found === null) return null
  return { fen: found[1] as string, moves: (found[2] ?? '').trim().split(/\s+/).filter((move) => move !== '') }
}

/**
 * The depth that a total belongs to: the one whose own count is nearest by ratio. `perft` counts the first plies; the
 * counts of deeper ones are estimated from their growth.
 */
export function likelyDepth(total: bigint, perft: (depth: number) => number): number {
  const wanted = Math.log(Math.max(1, Number(total)))
  const known: number[] = [1]
  for (let depth = 1; depth <= 12; depth++) {
    const [last, before] = [known[depth - 1] as number, known[depth - 2] ?? 1]
    const next = last < 3_000_000 && depth <= 4 ? perft(depth) : (last * last) / before
    if (next === 0) return Math.max(1, depth - 1)
    known.push(next)
    if (Math.log(next) >= wanted) {
      const closer = Math.log(next) - wanted <= wanted - Math.log(last)
      return Math.max(1, closer ? depth : depth - 1)
    }
  }
  return 12
}
