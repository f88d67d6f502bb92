/** Trees of games: the files are those of the Rust tests. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Chess, PgnGame, readPgn, readPgnGames, TabiyaError } from '../dist/node.js'

const root = new URL('../../../', import.meta.url)
const file = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** The games of a text that has no mistakes. */
function games(text: string): PgnGame[] {
  return readPgnGames(text).map((game) => {
    if (game instanceof PgnGame) return game
    throw new Error(game.error.message)
  })
}

/** All that a game says, in a form that can be compared. */
function told(game: PgnGame) {
  const nodes = [game.root, ...game.nodes()]
  return {
    fen: game.fen,
    result: game.result,
    nodes: nodes.map((node) => [node.bits, node.san, nodes.indexOf(node.parent ?? game.root), node.nags, node.comments, node.startingComments]),
  }
}

for (const path of ['crates/tabiya-cli/tests/cmd/games.pgn', 'crates/tabiya-cli/tests/cmd/results.pgn', 'fuzz/regressions/pgn/seed-variations']) {
  test(`${path} comes back as it was`, () => {
    const text = file(path)
    const found = games(text)
    expect(found.length).toBeGreaterThan(0)
    for (const game of found) {
      const [again] = games(game.pgn())
      expect(told(again as PgnGame)).toEqual(told(game))
      expect((again as PgnGame).pgn()).toBe(game.pgn())
    }
    const lines = readPgn(text).map((record) => ('error' in record ? [] : record.moves))
    expect(found.map((game) => game.mainLine().map(({ bits }) => bits))).toEqual(lines)
  })
}

test('variations, glyphs and comments of a file of the Rust tests', () => {
  const [morphy, reti] = games(file('crates/tabiya-cli/tests/cmd/games.pgn')) as [PgnGame, PgnGame]
  expect(morphy.headers.get('White')).toBe('Morphy, Paul')
  const concession = morphy.mainLine()[5]
  expect([concession?.san, concession?.comments]).toEqual(['Bg4', ['a concession']])
  const taken = morphy.mainLine()[6]
  expect(taken?.children.map(({ san }) => san)).toEqual(['Bxf3', 'dxe5'])
  expect(taken?.children[1]?.mainLine().map(({ san, nags }) => [san, nags])).toEqual([['Qxd8+', [16]]])
  expect(morphy.mainLine().filter(({ nags }) => nags.length > 0).map(({ san, nags }) => [san, nags])).toEqual([['Nxb5', [1]], ['Qb8+', [3]]])
  expect(morphy.mainLine().at(-1)?.position().isCheckmate()).toBe(true)
  expect([reti.fen, reti.result]).toEqual(['7K/8/k1P5/7p/8/8/8/8 w - - 0 1', '1/2-1/2'])
})

test('mistakes stand where they were found', () => {
  const found = readPgnGames(file('crates/tabiya-cli/tests/cmd/broken.pgn'))
  expect(found.map((game) => game instanceof PgnGame)).toEqual(readPgn(file('crates/tabiya-cli/tests/cmd/broken.pgn')).map((game) => !('error' in game)))
  expect(found.some((game) => !(game instanceof PgnGame) && game.error.line > 0)).toBe(true)
})

test('a game built by hand', () => {
  const game = new PgnGame()
  game.headers.set('White', 'Polgar, Judit')
  game.result = '1-0'
  const e4 = game.root.add('e4')
  const c5 = e4.add('c7c5')
  const e5 = e4.add('e5')
  c5.comments.push('Sicilian')
  e5.startingComments.push('or')
  e5.nags.push(5)
  e5.add('--').add('f5')
  expect(e4.add('e5')).toBe(e5)
  expect(game.pgn()).toMatch(/\n1\. e4 c5 \{Sicilian\} \(\{or\} 1\.\.\. e5 \$5 2\. -- f5\) 1-0\n$/)
})

test('what cannot be written is refused, and nothing changes', () => {
  const game = new PgnGame()
  const e4 = game.root.add('e4')
  expect(() => e4.add('Ke5')).toThrow(TabiyaError)
  expect(() => game.root.remove()).toThrow(TabiyaError)
  expect(e4.children).toHaveLength(0)
  e4.nags.push(300)
  expect(() => game.pgn()).toThrow('300 is not a glyph')
  const check = new PgnGame('4k3/8/8/8/8/8/4r3/4K3 w - - 0 1')
  expect(() => check.root.add('--')).toThrow('Null move not allowed when in check')
})

test('moving through the tree and changing it', () => {
  const [game] = games('1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 *') as [PgnGame]
  const sicilian = game.nodes().find(({ san }) => san === 'c5')
  const alapin = game.nodes().find(({ san }) => san === 'c3')
  expect(alapin?.line().map(({ san }) => san)).toEqual(['e4', 'c5', 'c3'])
  expect(alapin?.play().history()).toEqual(['e4', 'c5', 'c3'])
  const moves = ['e4', 'c5', 'c3']
  const replay = new Chess()
  for (const move of moves) replay.move(move)
  expect(alapin?.position().fen()).toBe(replay.fen())
  sicilian?.promote()
  expect(game.pgn()).toMatch(/1\. e4 c5 \(1\.\.\. e5 2\. Nf3\) 2\. Nf3 \(2\. c3\) \*\n$/)
  sicilian?.children[0]?.remove()
  expect(game.mainLine().map(({ san }) => san)).toEqual(moves)
})

test('a line of a thousand moves is not nested', () => {
  const game = new Chess()
  for (let time = 0; time < 250; time++) for (const move of ['Nf3', 'Nf6', 'Ng1', 'Ng8']) game.move(move)
  const [tree] = games(game.pgn()) as [PgnGame]
  expect(tree.mainLine()).toHaveLength(1000)
  expect(told(games(tree.pgn())[0] as PgnGame)).toEqual(told(tree))
})

test('null moves of a game are written', () => {
  const game = new Chess()
  game.move('e4')
  game.pass()
  game.move('d4')
  expect(game.pgn()).toMatch(/\n1\. e4 -- 2\. d4 \*$/)
})
