import type { Position } from 'tabiya'
import { SLIDER_PARTS } from './layers'

/** The set of a layer, those of a slider's look-up included; nothing for a name that does not exist. */
export function setOfLayer(position: Position, id: string, square: string): bigint {
  const [role, part] = id.split('-')
  if ((role === 'rook' || role === 'bishop') && SLIDER_PARTS.some((known) => known.part === part)) {
    // The look-up of a square that holds another piece is that of a slider put there.
    const steps = position.slider(square).find((found) => found.role === role)
    return steps?.[part as 'relevant' | 'blockers' | 'attacks'] ?? 0n
  }
  try {
    return position.layer(id)
  } catch {
    return 0n
  }
}
