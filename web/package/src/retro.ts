/** The entry `tabiya/retro`: chess backwards, what can still happen, and endgame tables. It has a module of its own. */
import './retro-inlined.js'

export {
  type Answer, canArise, type CanAriseOptions, canWin, type LookBackOptions, type Predecessor, predecessors, type Unmove, unmoves,
  whyNoUnmove,
} from './backwards.js'
export { type EndgameMove, Endgames, type EndgameResult, type EndgameStatistics } from './endgames.js'
export { TabiyaError, type ErrorKind } from './errors.js'
export { type FenSource } from './fen-source.js'
export { Syzygy, type SyzygyDistance, type SyzygyMove, type SyzygyResult } from './syzygy.js'
