import { runScript } from './runs/parts.ts'

const oneMinute = ['--minutes', '1', '--posts', '20000']

/** `npm test`: everything, one part after the other, up to the first that fails. `-- unit e2e` names some of them. */
const parts: readonly { name: string; run: () => Promise<number> }[] = [
  { name: 'build', run: () => runScript('scripts/run.mjs', ['--build']) },
  { name: 'check', run: () => runScript('scripts/check.ts') },
  { name: 'unit', run: () => runScript('scripts/unit.ts') },
  { name: 'e2e', run: () => runScript('scripts/e2e.ts') },
  // Waits depend on what else the machine does: they are judged by a run of an hour.
  { name: 'hostile', run: () => runScript('bench/hostile/run.ts', [...oneMinute, '--without-waits']) },
]

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !parts.some((part) => part.name === name))
if (unknown) {
  console.error(`There is no part "${unknown}". The parts are: ${parts.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}

const durations: string[] = []
for (const { name, run } of parts) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
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
