// node bench/waits.ts http://127.0.0.1:8888 [--seconds 120] [--runs 5] [path …]: measures the waiting times of other
// visitors during twenty concurrent expensive reads of each path. Each run measures them without load first.
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

/** Twenty concurrent requests for one path. */
interface LoadedRun {
  /** Waiting times at the 99th percentile. */
  waits: Waits
  /** Number of responses to the load by status. */
  responses: LoadResponses['responses']
  /** Share of all processors' time that generating the load took. */
  loadShare: number
}

const pauseMs = 20
const minGoalMs = 100

/** Measures waiting times during twenty concurrent requests for `path`. */
async function measureWaits(url: string, path: string, seconds: number): Promise<LoadedRun> {
  const load = new Worker(new URL('waits-thread.ts', import.meta.url), {
    workerData: { url: url + path, width: 20, seconds } satisfies LoadOptions,
  })
  const finished = new Promise<LoadResponses>((resolve, reject) =>
    load.once('message', resolve).once('error', reject),
  )
  const [started, usage] = [performance.now(), process.cpuUsage()]
  const waits = await probe(url, seconds)
  const { user, system } = process.cpuUsage(usage)
  const elapsed = performance.now() - started
  const { responses } = await finished
  return { waits, responses, loadShare: (user + system) / 1000 / elapsed / availableParallelism() }
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
  const seconds = Number(values.seconds)
  const alone: Waits[] = []
  const loaded = new Map<string, LoadedRun[]>(paths.map((path) => [path, []]))
  for (let run = 0; run < Number(values.runs); run++) {
    alone.push(await probe(url, seconds))
    for (const [path, runs] of loaded) runs.push(await measureWaits(url, path, seconds))
  }
  for (const [path, runs] of loaded) console.log(`${path}\n${lines(alone, runs).join('\n')}`)
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

function lines(alone: readonly Waits[], runs: readonly LoadedRun[]): string[] {
  const waits = (['health', 'index'] as const).map((name) => {
    const baseline = median(alone.map((times) => times[name]))
    const wait = median(runs.map((run) => run.waits[name]))
    const goal = maxWait(baseline)
    const verdict = wait <= goal ? 'PASS' : 'FAIL'
    return `  ${verdict} ${name}: p99 ${wait.toFixed(0)} ms, alone ${baseline.toFixed(0)} ms; goal ≤ ${goal.toFixed(0)} ms`
  })
  const share = median(runs.map(({ loadShare }) => loadShare))
  const responses = runs.map((run) => JSON.stringify(run.responses)).join(' ')
  return [...waits, `  responses ${responses}; the load took ${Math.round(share * 100)} % of the processors`]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
