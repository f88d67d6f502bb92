/** The border of a set of squares as one SVG path, drawn inside its squares at a distance from their edges. */

type Inside = (column: number, row: number) => boolean

/** `inside` tells the cells of an 8 by 8 grid; a cell is 100 units wide. */
export function outline(inside: Inside, inset: number): string {
  const parts: string[] = []
  // Where an edge ends: before the corner of its cell, at it, or beyond it, where the border turns around another cell.
  const end = (beside: boolean, diagonal: boolean) => (!beside ? inset : diagonal ? -inset : 0)
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) {
      if (!inside(column, row)) continue
      const at = (dx: number, dy: number) => inside(column + dx, row + dy)
      const [left, top, right, bottom] = [100 * column, 100 * row, 100 * column + 100, 100 * row + 100]
      for (const dy of [-1, 1]) {
        if (at(0, dy)) continue
        const y = dy < 0 ? top + inset : bottom - inset
        parts.push(`M${left + end(at(-1, 0), at(-1, dy))} ${y}H${right - end(at(1, 0), at(1, dy))}`)
      }
      for (const dx of [-1, 1]) {
        if (at(dx, 0)) continue
        const x = dx < 0 ? left + inset : right - inset
        parts.push(`M${x} ${top + end(at(0, -1), at(dx, -1))}V${bottom - end(at(0, 1), at(dx, 1))}`)
      }
    }
  }
  return parts.join('')
}
