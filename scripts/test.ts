import { runScript } from './runs/parts.ts'
import { type PartRun, sumUp } from './runs/summary.ts'
import { readResults, type TestPart, writeFlaky } from './runs/test-results.ts'

interface Part {
  name: string
  run: () => Promise<number>
  /** Whose results the part writes. */
  tests?: TestPart
}

const oneMinute = ['--minutes', '1', '--posts', '20000']

/** What `npm test` runs. */
const usualParts: readonly Part[] = [
  { name: 'build', run: () => runScript('scripts/run.mjs', ['--build']) },
  { name: 'check', run: () => runScript('scripts/check.ts') },
  { name: 'unit', run: () => runScript('scripts/unit.ts'), tests: 'unit' },
  { name: 'e2e', run: () => runScript('scripts/e2e.ts'), tests: 'e2e' },
]

/** What `npm run test:all` runs besides. */
const furtherParts: readonly Part[] = [
  { name: 'screens', run: () => runScript('scripts/screens.ts') },
  // Waiting times depend on the load of the machine; the run of an hour checks them.
  { name: 'hostile', run: () => runScript('bench/hostile/run.ts', [...oneMinute, '--without-waits']) },
  { name: 'fuzz', run: () => runScript('scripts/fuzz.ts', ['--count', '5000']) },
  { name: 'fuzz-markup', run: () => runScript('scripts/fuzz-markup.ts', ['--count', '50000']) },
  { name: 'matrix', run: () => runScript('scripts/matrix.ts') },
]

/**
 * `npm test`: runs the usual parts in order up to the first failure. `npm run test:all` (`--all`) runs all parts, and all
 * tests of each. `-- unit e2e` selects parts.
 */
const [first, ...rest] = process.argv.slice(2)
const isAll = first === '--all'
if (isAll) process.env.ALL_TESTS = '1'
const parts = isAll ? [...usualParts, ...furtherParts] : usualParts
const requested = isAll ? rest : process.argv.slice(2)
const unknown = requested.find((name) => !parts.some((part) => part.name === name))
if (unknown) {
  console.error(`There is no part "${unknown}". The parts are: ${parts.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}

const runs: PartRun[] = []
for (const { name, run, tests } of parts) {
  if (requested.length > 0 && !requested.includes(name)) continue
  console.log(`\n== ${name}`)
  const started = performance.now()
  const code = await run()
  const seconds = (performance.now() - started) / 1000
  runs.push({ name, seconds, code, ...(tests && { results: readResults(tests) ?? null }) })
  if (code !== 0) break
}

const { code, lines, flaky } = sumUp(runs)
writeFlaky(flaky)
console.log(`\n${lines.join('\n')}`)
process.exitCode = code
