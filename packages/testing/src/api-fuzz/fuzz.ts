import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { coreCounters } from '@parley/server/counters'
import { notificationCounts } from '@parley/server/notification-counts'
import { Random } from '@parley/server/random'
import { recount } from '@parley/server/recount'
import { type FuzzedRequest, RequestGenerator } from './requests.ts'
import { type FuzzedData, openWorld, type World } from './world.ts'

export type { FuzzedData } from './world.ts'

export interface FuzzReport {
  /** Requests sent. */
  requests: number
  /** How many were answered with each status. */
  statuses: ReadonlyMap<number, number>
  /** What was wrong, each with the request that showed it. */
  faults: readonly string[]
  /** Bytes of heap in use after a quarter of the requests, and after all. */
  heap: readonly [number, number]
}

export interface FuzzOptions extends FuzzedData {
  seed: number
  /** Requests. */
  count: number
  progress?: (done: number) => void
}

const parallel = 8
const refreshEvery = 250
const mostFaults = 50
/** What a heap may gain between a quarter of the run and its end: caches that fill up, not what every request leaves. */
const heapSlack = 24 * 2 ** 20

/**
 * Sends random requests to a forum, several at a time. Every answer has to be one that the contract knows, no request
 * may be a fault of ours, and afterwards every counter has to be exact and the heap no larger.
 */
export async function fuzzApi(options: FuzzOptions): Promise<FuzzReport> {
  const { seed, count, progress } = options
  const world = await openWorld(options)
  const faults: string[] = []
  const statuses = new Map<number, number>()
  const note = (fault: string) => void (faults.length < mostFaults && faults.push(fault))
  const onRejection = (reason: unknown) => note(`unhandled rejection: ${String(reason)}`)
  process.on('unhandledRejection', onRejection)
  try {
    const generator = new RequestGenerator(new Random(seed), world)
    let sent = 0
    let quarter = 0
    while (sent < count && faults.length < mostFaults) {
      await world.refresh()
      const end = Math.min(count, sent + refreshEvery)
      const send = async () => {
        while (sent < end) {
          sent += 1
          const status = await ask(world, generator.next(), note)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      }
      await Promise.all(Array.from({ length: parallel }, send))
      progress?.(sent)
      if (quarter === 0 && sent >= count / 4) quarter = await heapInUse()
    }
    await world.forum.settled()
    const { current } = world.forum
    const counters = [...coreCounters, notificationCounts(current)]
    for (const difference of await recount(current.database, counters, { repair: false })) {
      note(`counter: ${JSON.stringify(difference)}`)
    }
    const end = await heapInUse()
    if (end > quarter + heapSlack) note(`the heap grew from ${quarter} to ${end} bytes`)
    return { requests: sent, statuses, faults, heap: [quarter, end] }
  } finally {
    process.off('unhandledRejection', onRejection)
    await world.forum.close()
  }
}

async function ask(world: World, request: FuzzedRequest, note: (fault: string) => void): Promise<number> {
  const errorsBefore = world.errors.length
  try {
    const response = await world.forum.inject(request)
    const fault = faultOf(request, response)
    if (fault) note(`${fault}\n${inWords(request)}\n${world.errors.slice(errorsBefore).join('\n')}`)
    return response.statusCode
  } catch (error) {
    note(`${String(error)}\n${inWords(request)}`)
    return 0
  }
}

type Answer = Awaited<ReturnType<World['forum']['inject']>>

/** What is wrong with an answer, whatever was asked. */
function faultOf({ url }: FuzzedRequest, { statusCode, headers, payload }: Answer): string | undefined {
  if (statusCode >= 500) return `status ${statusCode}: ${payload.slice(0, 300)}`
  if (statusCode === 204 && payload !== '') return 'a 204 with a body'
  if (!url.startsWith('/api/') || statusCode < 400 || payload === '') return undefined
  if (!String(headers['content-type']).startsWith('application/vnd.api+json')) {
    return `status ${statusCode} is no document: ${headers['content-type']}`
  }
  const { errors } = JSON.parse(payload) as { errors?: { status?: string; code?: string }[] }
  const isDocument =
    Array.isArray(errors) &&
    errors.length > 0 &&
    errors.every(({ status, code }) => status === String(statusCode) && code)
  return isDocument ? undefined : `status ${statusCode} without errors: ${payload.slice(0, 300)}`
}

function inWords({ method, url, headers, payload = '' }: FuzzedRequest): string {
  return `${method} ${url.slice(0, 500)} ${JSON.stringify(headers)} ${String(payload).slice(0, 500)}`
}

let collect: (() => void) | undefined

async function heapInUse(): Promise<number> {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  await sleep(50)
  collect()
  collect()
  return process.memoryUsage().heapUsed
}
