import { load } from './state'
import { STOPS } from './tour'

/** Puts a stop of the tour on the board. */
export function visit(stop: number): void {
  const next = STOPS[stop]
  if (next !== undefined) load(next.fen, { layers: [], step: 0, ...next.show, tab: 'learn', stop })
}
