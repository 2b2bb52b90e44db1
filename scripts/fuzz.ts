import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fuzzApi } from '@parley/testing/api-fuzz'
import { startPostgresServer } from '@parley/testing/postgres-server'
import { loadExtensions } from '../site/server.ts'

const help = `Sends random requests to a forum with every extension: no answer may be a fault of the forum's, and afterwards
every counter is exact and the heap no larger.

  npm run fuzz -- [--seed 1] [--count 100000] [--postgres]
`

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string' },
    postgres: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
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
const dataDir = await mkdtemp(join(tmpdir(), 'parley-fuzz-'))
const postgres = values.postgres ? await startPostgresServer() : undefined
try {
  const { faults, statuses, requests, heap } = await fuzzApi({
    seed,
    count,
    dataDir,
    database: postgres ? { url: `${postgres.url}/postgres` } : { file: join(dataDir, 'forum.sqlite') },
    extensions: await loadExtensions(),
    progress(done) {
      if (done % 10_000 === 0) process.stdout.write(`${done} of ${count}\n`)
    },
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const counted = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
  const [quarter, end] = heap.map((bytes) => (bytes / 2 ** 20).toFixed(0))
  process.stdout.write(
    `${requests} requests in ${seconds} s with seed ${seed}: ${faults.length} faults; heap ${quarter} MB after a quarter, ${end} MB at the end\n` +
      `answers by status: ${counted.join(', ')}\n`,
  )
  for (const fault of faults) process.stdout.write(`\n${fault}\n`)
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  await postgres?.stop()
  await rm(dataDir, { recursive: true, force: true })
}
