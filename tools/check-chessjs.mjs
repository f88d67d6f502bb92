// See tools/check-chessjs. The tests import `../src/chess`: in a copy of them that file hands on the package, and in a second
// copy the released chess.js, to tell the failures that chess.js shares.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const HELP = `tools/check-chessjs FOLDER [--passes] [--errors]

  FOLDER     a source tree of chess.js: the folder with __tests__
  --passes   also print the names of the tests that pass
  --errors   also print the first lines of each failure

Exit code 0: every failure that the released chess.js does not share is listed in tools/check-chessjs-differences.txt.
Exit code 1: a failure is not listed, or a listed test passes. Exit code 2: the tests could not be run.
`

const web = fileURLToPath(new URL('../web/', import.meta.url))
const LIST = fileURLToPath(new URL('check-chessjs-differences.txt', import.meta.url))

function refuse(message) {
  console.error(`check-chessjs: ${message}`)
  process.exit(2)
}

/** Names of tests in `tests` that fail or pass when `../src/chess` is `module`. */
function outcomes(tests, module) {
  const folder = mkdtempSync(join(tmpdir(), 'check-chessjs-'))
  try {
    cpSync(tests, join(folder, '__tests__'), { recursive: true })
    mkdirSync(join(folder, 'src'))
    writeFileSync(join(folder, 'src/chess.ts'), `export * from ${JSON.stringify(module)}\n`)
    symlinkSync(join(web, 'node_modules'), join(folder, 'node_modules'))
    const report = join(folder, 'report.json')
    const vitest = join(web, 'node_modules/vitest/vitest.mjs')
    const run = spawnSync(process.execPath, [vitest, 'run', '--root', folder, '--reporter=json', `--outputFile=${report}`], {
      encoding: 'utf8',
      timeout: 600_000,
      env: { ...process.env, CI: '1' },
    })
    if (!existsSync(report)) refuse(`vitest wrote no report: ${run.error?.message ?? run.stderr}`)
    const found = new Map()
    for (const file of JSON.parse(readFileSync(report, 'utf8')).testResults) {
      // A file that does not load has no tests, and would otherwise vanish from the count.
      if (file.assertionResults.length === 0) found.set(`${basename(file.name)} > (does not load)`, file.message)
      for (const { fullName, status, failureMessages } of file.assertionResults) {
        let name = `${basename(file.name)} > ${fullName}`
        // Tests of one name in one file are told apart by their number.
        for (let number = 2; found.has(name); number++) name = `${basename(file.name)} > ${fullName} (${number})`
        found.set(name, status === 'passed' ? null : failureMessages.join('\n') || status)
      }
    }
    return found
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const { values, positionals } = (() => {
  try {
    const options = { passes: { type: 'boolean' }, errors: { type: 'boolean' }, help: { type: 'boolean' } }
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    return refuse(`${error.message}\n\n${HELP}`)
  }
})()
if (values.help) {
  console.log(HELP)
  process.exit(0)
}
if (positionals.length !== 1) refuse(`expected one folder\n\n${HELP}`)
const tests = join(resolve(positionals[0]), '__tests__')
if (!existsSync(tests)) refuse(`${tests} does not exist; expected a source tree of chess.js`)
const entry = join(web, 'package/dist/node.js')
const released = join(web, 'node_modules/chess.js/dist/esm/chess.js')
if (!existsSync(entry)) refuse('the package is not built; run web/build-wasm, then npm run build -w package in web/')
if (!existsSync(released)) refuse('chess.js is not installed; run npm ci in web/')

const known = new Map(
  readFileSync(LIST, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t')),
)
const ours = outcomes(tests, entry)
const theirs = outcomes(tests, released)
const failing = (found) => [...found].filter(([, failure]) => failure !== null).map(([name]) => name)
const shared = failing(ours).filter((name) => theirs.get(name) !== null)
const own = failing(ours).filter((name) => theirs.get(name) === null)

const print = (title, names, note = () => '') => {
  console.log(`\n${title}: ${names.length}`)
  for (const name of names) {
    console.log(`  ${name}${note(name)}`)
    const failure = ours.get(name)
    if (values.errors && failure) console.log(failure.split('\n').slice(0, 12).map((line) => `      ${line}`).join('\n'))
  }
}
if (values.passes) print('passes', [...ours.keys()].filter((name) => ours.get(name) === null))
print('failures that the released chess.js shares', shared, (name) => (known.has(name) ? `: ${known.get(name)}` : ''))
print('failures of the package alone', own, (name) => `: ${known.get(name) ?? 'NOT DOCUMENTED'}`)
const undocumented = own.filter((name) => !known.has(name))
const mended = [...known.keys()].filter((name) => ours.get(name) === null)
if (mended.length > 0) print('listed as differences, but they pass', mended)
console.log(
  `\n${ours.size} tests: ${ours.size - own.length - shared.length} pass, ${own.length} fail in the package alone, ` +
    `${shared.length} fail in both (the released chess.js fails ${failing(theirs).length})`,
)
process.exit(undocumented.length + mended.length > 0 ? 1 : 0)
