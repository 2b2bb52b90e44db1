// node bench/waits.ts http://127.0.0.1:8888 [--seconds 120] [--runs 5] [path …]: measures the waiting times of other
// visitors during twenty concurrent expensive reads.
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { median } from './load.ts'
import { largestDiscussion } from './targets.ts'
import type { LoadOptions, LoadResponses } from './waits-thread.ts'

/** Waiting times of other visitors in milliseconds. */
export interface Waits {
  health: number
  index: number
}

/** One run: waiting times at the 99th percentile. */
export interface WaitsRun {
  alone: Waits
  /** Waiting times under the load. */
  under: Waits
  /** Number of responses to the load by status. */
  responses: LoadResponses['responses']
  /** Share of all processors' time that generating the load took. */
  loadShare: number
}

interface WaitsOptions {
  /** URL of the forum without trailing slash. */
  url: string
  path: string
  /** Concurrent requests for the path. */
  width: number
  /** Duration of each half of the run. */
  seconds: number
}

const pauseMs = 20
const minGoalMs = 100

/** Measures waiting times without load, and then under concurrent requests for `path`. */
export async function measureWaits({ url, path, width, seconds }: WaitsOptions): Promise<WaitsRun> {
  const alone = await probe(url, seconds)
  const load = new Worker(new URL('waits-thread.ts', import.meta.url), {
    workerData: { url: url + path, width, seconds } satisfies LoadOptions,
  })
  const finished = new Promise<LoadResponses>((resolve, reject) =>
    load.once('message', resolve).once('error', reject),
  )
  const [started, usage] = [performance.now(), process.cpuUsage()]
  const under = await probe(url, seconds)
  const { user, system } = process.cpuUsage(usage)
  const elapsed = performance.now() - started
  const { responses } = await finished
  return { alone, under, responses, loadShare: (user + system) / 1000 / elapsed / availableParallelism() }
}

/** The goal for waiting times under load. */
export function maxWait(alone: number): number {
  return Math.max(minGoalMs, 3 * alone)
}

async function probe(url: string, seconds: number): Promise<Waits> {
  const end = performance.now() + seconds * 1000
  const times = async (path: string) => {
    const all: number[] = []
    while (performance.now() < end) {
      const started = performance.now()
      const response = await fetch(url + path)
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
      all.push(performance.now() - started)
      await sleep(pauseMs)
    }
    return all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.99)] ?? Number.NaN
  }
  const [health, index] = await Promise.all([times('/health'), times('/')])
  return { health, index }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '120' },
      runs: { type: 'string', default: '5' },
    },
  })
  const [url = 'http://127.0.0.1:8888', ...given] = positionals
  const { id } = await largestDiscussion(url)
  const paths = given.length > 0 ? given : longReads(id)
  for (const path of paths) {
    const runs: WaitsRun[] = []
    for (let run = 0; run < Number(values.runs); run++) {
      runs.push(await measureWaits({ url, path, width: 20, seconds: Number(values.seconds) }))
    }
    console.log(`${path}\n${lines(runs).join('\n')}`)
  }
}

/** Paths that read or return many rows. */
function longReads(longest: string): string[] {
  return [
    `/api/discussions/${longest}`,
    '/api/posts?page%5Boffset%5D=900000',
    '/api/posts?sort=number,-createdAt',
    '/api/posts?filter%5Bnumber%5D=1&sort=-createdAt',
    '/api/discussions?page%5Boffset%5D=45000',
  ]
}

function lines(runs: readonly WaitsRun[]): string[] {
  const waits = (['health', 'index'] as const).map((name) => {
    const [alone, under] = [
      median(runs.map((run) => run.alone[name])),
      median(runs.map((run) => run.under[name])),
    ]
    const verdict = under <= maxWait(alone) ? 'PASS' : 'FAIL'
    return `  ${verdict} ${name}: p99 ${under.toFixed(0)} ms, alone ${alone.toFixed(0)} ms; goal ≤ ${maxWait(alone).toFixed(0)} ms`
  })
  const share = median(runs.map(({ loadShare }) => loadShare))
  const responses = runs.map((run) => JSON.stringify(run.responses)).join(' ')
  return [...waits, `  responses ${responses}; the load took ${Math.round(share * 100)} % of the processors`]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
