import { fuzz } from '@parley/testing/markup'
import { readFuzzArguments } from './runs/fuzz-arguments.ts'

const help = `Renders random texts. Reports exceptions, unsafe HTML and more than linear time.

  npm run fuzz:markup -- [--seed 1] [--count 100000]
`

const { seed, count } = readFuzzArguments(help)

const started = performance.now()
const report = await fuzz(seed, count, (done) => {
  if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${count}`)
  else if (done % 10_000 === 0) process.stdout.write(`${done} of ${count}\n`)
})
const seconds = ((performance.now() - started) / 1000).toFixed(1)
process.stdout.write(
  `\r${report.inputs} inputs in ${seconds} s with seed ${seed}: ${report.faults.length} faults\n`,
)
for (const { source, faults } of report.faults) {
  process.stdout.write(`\n${JSON.stringify(source)}\n  ${faults}\n`)
}
process.exitCode = report.faults.length > 0 ? 1 : 0
