import { runScript } from './runs/parts.ts'

const oneMinute = ['--minutes', '1', '--posts', '20000']

/** `npm test`: runs all parts in order up to the first failure. `-- unit e2e` selects parts. */
const parts: readonly { name: string; run: () => Promise<number> }[] = [
  { name: 'build', run: () => runScript('scripts/run.mjs', ['--build']) },
  { name: 'check', run: () => runScript('scripts/check.ts') },
  { name: 'unit', run: () => runScript('scripts/unit.ts') },
  { name: 'e2e', run: () => runScript('scripts/e2e.ts') },
  // Waiting times depend on the load of the machine; the run of an hour checks them.
  { name: 'hostile', run: () => runScript('bench/hostile/run.ts', [...oneMinute, '--without-waits']) },
]

const requested = process.argv.slice(2)
const unknown = requested.find((name) => !parts.some((part) => part.name === name))
if (unknown) {
  console.error(`There is no part "${unknown}". The parts are: ${parts.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}

const durations: string[] = []
for (const { name, run } of parts) {
  if (requested.length > 0 && !requested.includes(name)) continue
  console.log(`\n== ${name}`)
  const started = performance.now()
  const code = await run()
  durations.push(`${name} ${((performance.now() - started) / 1000).toFixed(1)} s`)
  if (code !== 0) {
    console.error(`\nFailed: ${name} (exit code ${code}). ${durations.join(', ')}`)
    process.exit(1)
  }
}
console.log(`\nPassed: ${durations.join(', ')}`)
