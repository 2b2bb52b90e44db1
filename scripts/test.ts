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

/** `npm test`: runs all parts in order up to the first failure. `-- unit e2e` selects parts. */
const parts: readonly Part[] = [
  { name: 'build', run: () => runScript('scripts/run.mjs', ['--build']) },
  { name: 'check', run: () => runScript('scripts/check.ts') },
  { name: 'unit', run: () => runScript('scripts/unit.ts'), tests: 'unit' },
  { name: 'e2e', run: () => runScript('scripts/e2e.ts'), tests: 'e2e' },
  // Waiting times depend on the load of the machine; the run of an hour checks them.
  { name: 'hostile', run: () => runScript('bench/hostile/run.ts', [...oneMinute, '--without-waits']) },
]

const requested = process.argv.slice(2)
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
