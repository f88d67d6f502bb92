/** The counts that the Rust tests use, read from the same files. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { count, Position } from '../dist/node.js'

const folder = new URL('../../../testdata/', import.meta.url)
const MOST = BigInt(process.env['TABIYA_MOST_NODES'] ?? 20_000)

for (const file of readdirSync(folder).filter((name) => name.endsWith('.epd'))) {
  test(`counts of ${file}`, () => {
    let checked = 0
    for (const line of readFileSync(new URL(file, folder), 'utf8').split('\n')) {
      if (!line.includes(';D')) continue
      const [fen, ...counts] = line.split(';').map((part) => part.trim())
      const position = new Position(fen as string)
      for (const known of counts) {
        const [depth, nodes] = known.replace(/^D/, '').split(/\s+/)
        if (BigInt(nodes as string) > MOST) continue
        expect(position.perft(Number(depth)), `${fen} at depth ${depth}`).toBe(Number(nodes))
        checked++
      }
    }
    expect(checked).toBeGreaterThan(5)
  })
}

test('statistics of the public tables', () => {
  const kiwipete = new Position('r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1')
  expect(kiwipete.statistics(3)).toEqual({
    nodes: 97862n, captures: 17102n, enPassant: 45n, castles: 3162n, promotions: 0n, checks: 993n, discoveredChecks: 0n,
    doubleChecks: 0n, checkmates: 1n,
  })
})

test('counting in workers, with progress, divided, and stopped', async () => {
  const start = new Position()
  const seen: number[] = []
  const done = await count(start, 4, { workers: 2, onProgress: ({ fraction }) => seen.push(fraction) })
  expect([done.nodes, done.complete, done.fraction]).toEqual([197_281n, true, 1])
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
  expect(done.branches.map(({ uci, nodes }) => [uci, nodes])).toEqual(start.divide(4).map(({ uci, nodes }) => [uci, nodes]))
  const told = await count(start, 4, { statistics: true })
  expect(told.statistics?.checkmates).toBe(8n)
  const controller = new AbortController()
  const stopped = await count(start, 9, { signal: controller.signal, workers: 1, onProgress: () => controller.abort() })
  expect(stopped.complete).toBe(false)
  expect(stopped.fraction).toBeLessThan(1)
  expect((await count(new Position('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'), 3)).nodes).toBe(0n)
}, 60_000)
