import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { countersOf } from '@parley/server/declared-counters'
import { recount } from '@parley/server/recount'
import { findFailures } from '../find-failures.ts'
import { anyRequest, type FuzzedRequest } from './requests.ts'
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
 * Sends random requests to a forum, several at a time. Reports responses that the contract does not allow and server errors, each
 * with a request that was shrunk as far as it still causes the fault, and at the end wrong counters and a growing heap.
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
    let sent = 0
    let quarter = 0
    const check = async (request: FuzzedRequest) => {
      sent += 1
      const { status, fault } = await send(fuzzed, request)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      return fault
    }
    for (let done = 0; done < count && faults.length < maxFaults; done += refreshEvery) {
      await fuzzed.refresh()
      const requests = anyRequest(fuzzed)
      const size = Math.min(refreshEvery, count - done)
      const sendShare = async (_: unknown, lane: number) => {
        const share = { seed: seed * 1_000_003 + done + lane, count: Math.ceil((size - lane) / parallel) }
        const failures = await findFailures(requests, check, share)
        for (const { value, fault } of failures) report(`${fault}\n${describeRequest(value)}`)
      }
      await Promise.all(Array.from({ length: parallel }, sendShare))
      progress?.(done + size)
      if (quarter === 0 && done + size >= count / 4) quarter = await heapInUse()
    }
    await fuzzed.forum.settled()
    const { current } = fuzzed.forum
    const counters = countersOf(current, current)
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

/** Sends a request. Returns what is wrong with the response, with the errors that were logged meanwhile; '' for nothing. */
async function send(
  { forum, errors }: FuzzedForum,
  request: FuzzedRequest,
): Promise<{ status: number; fault: string }> {
  const errorsBefore = errors.length
  try {
    const response = await forum.inject(request)
    const fault = faultOf(request, response)
    const logged = errors.slice(errorsBefore).join('\n')
    return { status: response.statusCode, fault: fault ? `${fault}\n${logged}` : '' }
  } catch (error) {
    return { status: 0, fault: String(error) }
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
