import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fuzzApi } from '@parley/testing/api-fuzz'
import { startPostgresServer } from '@parley/testing/postgres-server'
import { loadExtensions } from '../site/server.ts'
import { readFuzzArguments } from './runs/fuzz-arguments.ts'

const help = `Sends random requests to a forum with every extension. Reports server errors, invalid responses,
wrong counters and a growing heap.

  npm run fuzz -- [--seed 1] [--count 100000] [--postgres]
`

const { seed, count, flags } = readFuzzArguments(help, ['postgres'])

const started = performance.now()
const dataDir = await mkdtemp(join(tmpdir(), 'parley-fuzz-'))
const postgres = flags.has('postgres') ? await startPostgresServer() : undefined
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
      `responses by status: ${counted.join(', ')}\n`,
  )
  for (const fault of faults) process.stdout.write(`\n${fault}\n`)
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  await postgres?.stop()
  await rm(dataDir, { recursive: true, force: true })
}
