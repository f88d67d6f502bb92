// `node web/bench/endgames.mjs [--four]`: how long endgames take to solve and to probe, in Node and in Chromium. Each number is
// the median of five; with --four also a table of four men, once.
import { inChromium } from './browser.mjs'

async function measure({ path, four }) {
  const { Endgames } = await import(path)
  const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1]
  const solved = (materials) => {
    const started = performance.now()
    const endgames = new Endgames()
    for (const material of materials) endgames.solve(material)
    return [performance.now() - started, endgames]
  }
  const rows = []
  for (const materials of [['KQK'], ['KRK'], ['KPK'], ['KQK', 'KRK', 'KBK', 'KNK', 'KPK']]) {
    const times = []
    for (let round = 0; round < 5; round++) {
      const [time, endgames] = solved(materials)
      endgames.close()
      times.push(time)
    }
    rows.push([materials.length > 1 ? 'all three-man tables' : `${materials} and what it becomes`, `${median(times).toFixed(0)} ms`])
  }
  const [, endgames] = solved(['KPK'])
  const fens = ['8/8/8/8/8/4k3/4P3/4K3 w - - 0 1', '8/8/8/4k3/8/8/4P3/4K3 b - - 0 1', '8/8/1K6/8/1P6/8/3k4/8 w - - 0 1', '8/8/8/3K4/8/3k4/3P4/8 b - - 0 1']
  const each = (ask) => {
    const rounds = []
    for (let round = 0; round < 5; round++) {
      const started = performance.now()
      for (let time = 0; time < 500; time++) for (const fen of fens) ask(fen)
      rounds.push((performance.now() - started) / 2000)
    }
    return `${(1000 * median(rounds)).toFixed(1)} µs`
  }
  rows.push(['probe', each((fen) => endgames.probe(fen))], ['every move ranked', each((fen) => endgames.moves(fen))])
  if (four) rows.push(['KRKN and what it becomes', `${(solved(['KRKN'])[0] / 1000).toFixed(1)} s`])
  return rows
}

const four = process.argv.includes('--four')
const show = (where, rows) => console.log(`\n| ${where} | |\n|---|---|\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}`)
show(`Node ${process.version}`, await measure({ path: new URL('../package/dist/retro-whole.js', import.meta.url).href, four }))
const found = await inChromium(measure, { path: '/package/dist/retro-whole.js', four })
if (found !== undefined) show(`Chromium ${found.version}`, found.answer)
