import { KIWIPETE, load } from './state'
import { visit } from './visit'

/** Shows why en passant can be illegal although no pawn is pinned: the case that most generators get wrong first. */
const ILLEGAL = { fen: '8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1', move: 'e5d6' }

/** Three ways in, on the first screen. */
export function Doors({ onWhy }: { onWhy: (move: string) => void }) {
  return (
    <section class="doors" aria-label="Begin here">
      <button type="button" class="door" onClick={() => { load(ILLEGAL.fen, { layers: [] }); onWhy(ILLEGAL.move) }}>
        <strong>Why is this move illegal?</strong>
        <span>Try any move. The reason is drawn on the board and said in one sentence.</span>
      </button>
      <button type="button" class="door" onClick={() => load(KIWIPETE, { tab: 'count', layers: [] })}>
        <strong>Debug my perft</strong>
        <span>Paste the divide of your program. The Lab leads to the smallest wrong position and names the rule.</span>
      </button>
      <button type="button" class="door" onClick={() => visit(0)}>
        <strong>Learn</strong>
        <span>From rays to magic bitboards, pins, exchanges and chess backwards, step by step on the board.</span>
      </button>
    </section>
  )
}
