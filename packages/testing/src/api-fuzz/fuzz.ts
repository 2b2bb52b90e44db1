import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Random } from '@parley/seed/random'
import { coreCounters } from '@parley/server/counters'
import { notificationCounts } from '@parley/server/notification-counts'
import { recount } from '@parley/server/recount'
import { type FuzzedRequest, RequestGenerator } from './requests.ts'
import { type FuzzedData, type FuzzedForum, openFuzzedForum } from './world.ts'

export type { FuzzedData } from './world.ts'

export interface FuzzReport {
  /** Number of requests sent. */
  requests: number
  /** Number of responses by status. */
  statuses: ReadonlyMap<number, number>
  /** Faults, each with the request that caused it. */
  faults: readonly string[]
  /** Heap size in bytes after a quarter of the requests, and after all. */
  heap: readonly [number, number]
}

export interface FuzzOptions extends FuzzedData {
  seed: number
  /** Number of requests. */
  count: number
  progress?: (done: number) => void
}

const parallel = 8
const refreshEvery = 250
const maxFaults = 50
/** Allowed heap growth in bytes from a quarter of the run to its end: enough for caches to fill, too little for leaks. */
const heapSlack = 24 * 2 ** 20

/**
 * Sends random requests to a forum, several at a time. Reports responses that the contract does not allow, server errors,
 * and at the end wrong counters and a growing heap.
 */
export async function fuzzApi(options: FuzzOptions): Promise<FuzzReport> {
  const { seed, count, progress } = options
  const fuzzed = await openFuzzedForum(options)
  const faults: string[] = []
  const statuses = new Map<number, number>()
  const report = (fault: string) => void (faults.length < maxFaults && faults.push(fault))
  const onRejection = (reason: unknown) => report(`unhandled rejection: ${String(reason)}`)
  process.on('unhandledRejection', onRejection)
  try {
    const generator = new RequestGenerator(new Random(seed), fuzzed)
    let sent = 0
    let quarter = 0
    while (sent < count && faults.length < maxFaults) {
      await fuzzed.refresh()
      const end = Math.min(count, sent + refreshEvery)
      const sendBatch = async () => {
        while (sent < end) {
          sent += 1
          const status = await send(fuzzed, generator.next(), report)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      }
      await Promise.all(Array.from({ length: parallel }, sendBatch))
      progress?.(sent)
      if (quarter === 0 && sent >= count / 4) quarter = await heapInUse()
    }
    await fuzzed.forum.settled()
    const { current } = fuzzed.forum
    const counters = [...coreCounters, notificationCounts(current)]
    for (const difference of await recount(current.database, counters, { repair: false })) {
      report(`counter: ${JSON.stringify(difference)}`)
    }
    const end = await heapInUse()
    if (end > quarter + heapSlack) report(`the heap grew from ${quarter} to ${end} bytes`)
    return { requests: sent, statuses, faults, heap: [quarter, end] }
  } finally {
    process.off('unhandledRejection', onRejection)
    await fuzzed.forum.close()
  }
}

async function send(
  fuzzed: FuzzedForum,
  request: FuzzedRequest,
  report: (fault: string) => void,
): Promise<number> {
  const errorsBefore = fuzzed.errors.length
  try {
    const response = await fuzzed.forum.inject(request)
    const fault = faultOf(request, response)
    if (fault)
      report(`${fault}\n${describeRequest(request)}\n${fuzzed.errors.slice(errorsBefore).join('\n')}`)
    return response.statusCode
  } catch (error) {
    report(`${String(error)}\n${describeRequest(request)}`)
    return 0
  }
}

type InjectedResponse = Awaited<ReturnType<FuzzedForum['forum']['inject']>>

/** Checks the rules that apply to every response. */
function faultOf(
  { url }: FuzzedRequest,
  { statusCode, headers, payload }: InjectedResponse,
): string | undefined {
  if (statusCode >= 500) return `status ${statusCode}: ${payload.slice(0, 300)}`
  if (statusCode === 204 && payload !== '') return 'status 204 with a body'
  if (!url.startsWith('/api/') || statusCode < 400 || payload === '') return undefined
  if (!String(headers['content-type']).startsWith('application/vnd.api+json')) {
    return `status ${statusCode} without a JSON:API document: ${headers['content-type']}`
  }
  const { errors } = JSON.parse(payload) as { errors?: { status?: string; code?: string }[] }
  const isDocument =
    Array.isArray(errors) &&
    errors.length > 0 &&
    errors.every(({ status, code }) => status === String(statusCode) && code)
  return isDocument ? undefined : `status ${statusCode} without errors: ${payload.slice(0, 300)}`
}

function describeRequest({ method, url, headers, payload = '' }: FuzzedRequest): string {
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
