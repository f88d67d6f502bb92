/** Nothing has to be freed: neither side's memory grows, however often it is asked. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { Chess, PgnGame, Position, readFen, readPgn, readPgnGames } from '../dist/node.js'
import init from '../wasm/tabiya_web.js'

const CALLS = Number(process.env['TABIYA_CALLS'] ?? 200_000)
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
const PGN = '[White "A"]\n\n1. e4 {good} e5 (1... c5 $5) 2. Nf3 1-0\n\n1. e4 e4\n'

function fails(call: () => unknown): void {
  expect(call).toThrow()
}

/** Every way across the border that makes something: games, lists, texts, errors. The answer is how many calls it was. */
function round(number: number): number {
  const game = new Chess()
  for (const move of ['e4', 'e5', 'Nf3']) game.move(move)
  game.undo()
  const position = new Position(KIWIPETE)
  let calls = 6
  for (let time = 0; time < 40; time++) {
    const list = position.legalMoves()
    position.countLegalMoves()
    position.fen()
    position.isCheckmate()
    position.key()
    position.layer('pinned')
    position.movesOfKind('captures')
    position.parse('O-O')
    position.see(list[time % list.length] as number)
    game.fen()
    calls += 10
  }
  position.moves()
  position.moves({ verbose: true })
  position.ucis()
  position.explain('e1g1')
  position.after('O-O').fen()
  position.divide(1)
  readFen('4k3/8/8/4/8/8/8/4K3 w KQ e6 0 1')
  game.history()
  game.pgn()
  calls += 10
  if (number % 10 === 0) {
    fails(() => game.move('Ke5'))
    fails(() => new Chess('nonsense'))
    fails(() => position.layer('nothing'))
    readPgn(PGN)
    for (const tree of readPgnGames(PGN)) if (tree instanceof PgnGame) tree.pgn()
    position.svg({ arrows: ['e2e4'] })
    position.illegalMoves()
    position.picked()
    calls += 9
  }
  return calls
}

test(`${CALLS} calls leave no trace`, async () => {
  const { memory } = await init()
  setFlagsFromString('--expose_gc')
  const collect = runInNewContext('gc') as () => void
  const measured = () => {
    collect()
    return { module: memory.buffer.byteLength, heap: process.memoryUsage().heapUsed }
  }
  let calls = 0
  let number = 0
  const until = async (limit: number) => {
    while (calls < limit) {
      calls += round(number++)
      // The runner waits a minute at most for a sign of life.
      if (number % 1000 === 0) await new Promise(setImmediate)
    }
  }
  await until(CALLS / 20)
  const before = measured()
  await until(CALLS)
  const after = measured()
  expect(after.module).toBe(before.module)
  expect(after.heap - before.heap).toBeLessThan(4_000_000)
}, 3_600_000)
