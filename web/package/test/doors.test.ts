/** The questions that every door is asked: the library, the command, C, JavaScript and Python. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Kind, Position } from '../dist/node.js'

const table = readFileSync(new URL('../../../testdata/doors.tsv', import.meta.url), 'utf8')
const rows = table.split('\n').filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'))

/** Sixteen bits, with castling as king takes rook. */
const bitsToUci = (bits: number) => {
  const square = (index: number) => 'abcdefgh'.charAt(index & 7) + String(1 + (index >> 3))
  return square(bits & 63) + square((bits >> 6) & 63) + (bits >> 12 >= 8 ? 'nbrq'.charAt((bits >> 12) & 3) : '')
}

/** The same for an answer of the table, which may spell castling as in standard chess. */
const takesRook = (uci: string, fen: string) =>
  fen.includes('KQ') || fen.includes(' K ') ? uci.replace('e1g1', 'e1h1').replace('e1c1', 'e1a1') : uci

function answer(question: string, argument: string, position: Position): string {
  if (question === 'squares') return `0x${position.layer(argument).toString(16).padStart(16, '0')}`
  const moves = [...position.movesOfKind(argument as Kind)].map(bitsToUci)
  return moves.length === 0 ? '-' : moves.sort().join(' ')
}

for (const question of ['moves', 'squares']) {
  test(`${question} are those of every door`, () => {
    const asked = rows.filter((row) => row[0] === question) as [string, string, string, string][]
    expect(asked.length).toBeGreaterThan(50)
    for (const [, argument, fen, known] of asked) {
      const position = new Position(fen)
      if (known === 'error') expect(() => answer(question, argument, position), argument).toThrow()
      else {
        const expected = known.split(' ').map((uci) => takesRook(uci, fen)).sort().join(' ')
        expect(answer(question, argument, position), `${argument} of ${fen}`).toBe(expected)
      }
    }
  })
}
