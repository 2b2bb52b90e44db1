import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { large, type SeedSize } from '../data.ts'
import { processorTimeOfTree } from '../process-memory.ts'
import type { AttackMessage, AttackOptions } from './attack-thread.ts'
import { type HostileForum, startHostileForum } from './forum.ts'
import { evaluate, type HostileFigures, reportOf } from './judge.ts'
import type { LoadMessage, LoadReport } from './load-thread.ts'

const help = `Attacks a seeded forum like a hostile visitor, repeatedly and under ordinary load (20 readers, 2 writers). Checks the
process, memory, waiting times, responses, the log, counters, and that acknowledged posts exist.

  npm run hostile -- [--minutes 60] [--posts 1000000] [--database sqlite|postgres] [--only 'deep offset']
                 [--without-waits]: ignores waiting times, for machines with other load
`

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    posts: { type: 'string', default: String(large.posts) },
    database: { type: 'string', default: 'sqlite' },
    only: { type: 'string', multiple: true, default: [] },
    'without-waits': { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
})
if (options.help) {
  process.stdout.write(help)
  process.exit(0)
}
const minutes = Number(options.minutes)
const posts = Number(options.posts)
const database = options.database === 'postgres' ? 'postgres' : 'sqlite'
if (!(minutes > 0) || !Number.isSafeInteger(posts) || database !== options.database) {
  process.stderr.write(help)
  process.exit(2)
}
// First, the ordinary load is measured alone.
const ordinaryMs = Math.min(120_000, minutes * 15_000)
const millisecondsPerCase = Math.min(10_000, minutes * 2500)
// Threads end after a minute without work: what is measured afterwards is what stays.
const restMs = 75_000
// pino's numeric level.
const errorLevel = 50

const size: SeedSize = {
  posts,
  users: Math.ceil(posts / 50),
  discussions: Math.ceil(posts / 20),
}
const forum = await startHostileForum(database, size)
let figures: HostileFigures
try {
  figures = await runAttack(forum)
} finally {
  await forum.server.stop()
  await forum.remove()
}
process.stdout.write(`${reportOf(figures)}\n`)
process.exitCode = evaluate(figures).every(({ passes }) => passes) ? 0 : 1

async function runAttack({ server, plan, wrongCounters }: HostileForum): Promise<HostileFigures> {
  let highest = 0
  // The output before this is not part of the log.
  const start = server.log().length
  const watch = setInterval(() => {
    highest = Math.max(highest, server.memory())
  }, 1000)
  const load = new Worker(new URL('load-thread.ts', import.meta.url), { workerData: plan })
  const post = (message: LoadMessage) => load.postMessage(message)
  const reported = messageOf<LoadReport>(load)
  await sleep(ordinaryMs)
  const shares = sharesFrom(server.pid)
  const attackOptions = { plan, only: options.only, millisecondsPerCase, milliseconds: minutes * 60_000 }
  const attack = await attackWith(attackOptions, (name) => {
    post({ begins: name })
    process.stderr.write(`${Math.round(server.memory() / 2 ** 20)} MB before ${name}\n`)
  })
  const measuredShares = shares()
  post('stop')
  const report = await reported
  await sleep(restMs)
  clearInterval(watch)
  const isSameProcess = !server.hasEnded() && (await fetch(`${server.url}/health`)).ok
  const lost = isSameProcess
    ? await findMissing(server.url, plan.token, report.acknowledged)
    : report.acknowledged
  const afterwards = server.memory()
  await server.stop()
  return {
    ...{ database, posts, minutes, load: report, isSameProcess, lost, shares: measuredShares },
    rounds: attack.rounds,
    attackFaults: attack.faults,
    evaluatesWaits: !options['without-waits'],
    memory: { highest, afterwards },
    errors: errorsIn(server.log().slice(start)),
    wrongCounters: wrongCounters(),
  }
}

type AttackResult = Extract<AttackMessage, { rounds: number }>

async function attackWith(
  attackOptions: AttackOptions,
  begins: (name: string) => void,
): Promise<AttackResult> {
  const worker = new Worker(new URL('attack-thread.ts', import.meta.url), { workerData: attackOptions })
  return new Promise((resolve, reject) => {
    worker.on('error', reject)
    worker.on('message', (message: AttackMessage) => {
      if ('begins' in message) begins(message.begins)
      else resolve(message)
    })
  })
}

function messageOf<T>(worker: Worker): Promise<T> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

/** Starts a measurement. The returned function gives the shares of all processors' time since then. */
function sharesFrom(pid: number): () => HostileFigures['shares'] {
  const atStart = { at: performance.now(), server: processorTimeOfTree(pid), load: process.cpuUsage() }
  return () => {
    const seconds = ((performance.now() - atStart.at) / 1000) * availableParallelism()
    const { user, system } = process.cpuUsage(atStart.load)
    return {
      server: (processorTimeOfTree(pid) - atStart.server) / seconds,
      load: (user + system) / 1e6 / seconds,
    }
  }
}

/** Ids of the posts that do not exist. */
async function findMissing(url: string, token: string, ids: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  for (let start = 0; start < ids.length; start += 50) {
    const batch = ids.slice(start, start + 50).join()
    const response = await fetch(`${url}/api/posts?filter%5Bid%5D=${batch}&page%5Blimit%5D=50&include=`, {
      headers: { authorization: `Token ${token}` },
    })
    for (const { id } of ((await response.json()) as { data: { id: string }[] }).data) found.add(id)
  }
  return ids.filter((id) => !found.has(id))
}

/** Error entries of a log, and lines that are no entries, such as stack traces. */
function errorsIn(log: string): string[] {
  return log.split('\n').filter((line) => line !== '' && levelOf(line) >= errorLevel)
}

function levelOf(line: string): number {
  try {
    return (JSON.parse(line) as { level: number }).level
  } catch {
    return errorLevel
  }
}
