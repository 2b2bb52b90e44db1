import { parseArgs } from 'node:util'
import { fuzz } from '@parley/testing/markup'

const help = `Renders random texts and looks for exceptions, unsafe HTML and disproportionate time.

  npm run fuzz:markup -- [--seed 1] [--count 100000]
`

const { values } = parseArgs({
  options: { seed: { type: 'string' }, count: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
})
if (values.help) {
  process.stdout.write(help)
  process.exit(0)
}
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const count = Number(values.count ?? 100_000)
if (!Number.isInteger(seed) || !Number.isInteger(count) || count < 1) {
  process.stderr.write(`--seed and --count are whole numbers.\n\n${help}`)
  process.exit(1)
}

const started = performance.now()
const report = fuzz(seed, count, (done) => {
  if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${count}`)
  else if (done % 10_000 === 0) process.stdout.write(`${done} of ${count}\n`)
})
const seconds = ((performance.now() - started) / 1000).toFixed(1)
process.stdout.write(
  `\r${report.inputs} inputs in ${seconds} s with seed ${seed}: ${report.faults.length} faults\n`,
)
for (const { source, faults } of report.faults) {
  process.stdout.write(`\n${JSON.stringify(source)}\n  ${faults.join('\n  ')}\n`)
}
process.exitCode = report.faults.length > 0 ? 1 : 0
