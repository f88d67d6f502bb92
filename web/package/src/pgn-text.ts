/** The layout of a game as text, by the customs of chess.js. */

export interface PgnOptions {
  /** The longest line of the moves; 0 for one line. As in chess.js, a space before the last item is not counted. */
  maxWidth?: number
  /** What ends a line. */
  newline?: string
}

/** What the moves of a game look like. */
export interface Movetext {
  /** The moves in SAN. */
  sans: string[]
  /** What is said of the position before the first move, and after each move. */
  said: { mark: string; rest: string[] }[]
  /** The number of the first move. */
  number: number
  blackBegins: boolean
  result: string
}

/** The parts that a line may be broken between: a full move with all that is said of it. */
export function parts({ sans, said, number, blackBegins, result }: Movetext): string[] {
  const list: string[] = []
  let part = said[0]?.rest ?? []
  for (const [ply, san] of sans.entries()) {
    const whites = (ply % 2 === 0) !== blackBegins
    const fullmove = number + Math.floor((ply + Number(blackBegins)) / 2)
    if (whites) {
      if (part.length > 0) list.push(part.join(' '))
      part = [`${fullmove}.`]
    } else if (ply === 0) {
      part = [...part, `${fullmove}. ...`]
    }
    const { mark, rest } = said[ply + 1] as Movetext['said'][number]
    part = [...part, san + mark, ...rest]
  }
  if (part.length > 0) list.push(part.join(' '))
  return [...list, result]
}

/** The parts in lines. */
export function inLines(list: string[], { maxWidth = 0, newline = '\n' }: PgnOptions): string {
  if (maxWidth <= 0) return list.join(' ')
  let text = ''
  let width = 0
  const place = (item: string, space: number) => {
    if (width > 0 && width + space + item.length > maxWidth) {
      text += newline
      width = 0
    } else if (width > 0) {
      text += ' '
      width++
    }
    text += item
    width += item.length
  }
  for (const part of list) {
    // A part with a comment may be broken at every space, another one nowhere.
    if (part.includes('{') && width + part.length > maxWidth) for (const word of part.split(/ +/)) place(word, 1)
    else place(part, 0)
  }
  return text
}
