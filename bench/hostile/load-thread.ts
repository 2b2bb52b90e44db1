import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Faults, faultOf, type Plan } from './plan.ts'
import { Visitor, type VisitorRequest, type VisitorResponse } from './visitor.ts'

/** Messages to the thread of the ordinary load: the hostile case that begins, and the end. */
export type LoadMessage = { begins: string } | 'stop'

/** Waiting times in milliseconds by probe. */
export type Waits = Record<'health' | 'index', number[]>

export interface LoadReport {
  /** Waits before the first hostile case. */
  ordinary: Waits
  /** Waits during each hostile case, by its name. */
  hostile: Record<string, Waits>
  /** Number of responses by kind of request and status. */
  responses: Record<string, number>
  faults: Faults['list']
  /** Ids of the posts whose creation was acknowledged. */
  acknowledged: string[]
}

const readers = 20
const writers = 2
const readerPauseMs = 500
const writerPauseMs = 1000
const probePauseMs = 50
const timeoutMs = 60_000

const plan = workerData as Plan
// An address other than that of the hostile cases.
const visitor = new Visitor(plan.url, { address: '127.0.0.2', timeoutMs })
const faults = new Faults()
const responses: Record<string, number> = {}
const acknowledged: string[] = []
const ordinary: Waits = { health: [], index: [] }
const hostile: LoadReport['hostile'] = {}
let current = ordinary
let hasStopped = false

/** Sends a request and reads the whole response. Records faults. Undefined if the connection failed. */
async function sendRequest(
  what: string,
  path: string,
  options: VisitorRequest = {},
): Promise<VisitorResponse | undefined> {
  try {
    const response = await visitor.send(path, options)
    const fault = faultOf(what, response.status, 'retry-after' in response.headers)
    if (fault) faults.add(fault)
    const key = `${what} ${response.status}`
    responses[key] = (responses[key] ?? 0) + 1
    return response
  } catch (error) {
    faults.add(`${what}: ${String(error)}`)
    return undefined
  }
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

const reads: readonly (() => Promise<unknown>)[] = [
  () => sendRequest('index page', '/'),
  () => sendRequest('discussion page', `/d/${pick(plan.ordinary).slug}`),
  () => sendRequest('discussions', '/api/discussions'),
  () => sendRequest('discussions', '/api/discussions?sort=-createdAt&page%5Boffset%5D=20'),
  () => sendRequest('discussion', `/api/discussions/${pick(plan.ordinary).id}`),
  () => {
    const near = Math.ceil(Math.random() * plan.longest.lastPostNumber)
    const path = `/api/posts?filter%5Bdiscussion%5D=${plan.longest.id}&page%5Bnear%5D=${near}`
    return sendRequest('posts', path)
  },
  () => sendRequest('search', `/api/discussions?filter%5Bq%5D=${pick(['garden', 'music', 'the', 'water'])}`),
]

async function read(): Promise<void> {
  while (!hasStopped) {
    await pick(reads)()
    await sleep(readerPauseMs * (0.5 + Math.random()))
  }
}

async function write(): Promise<void> {
  while (!hasStopped) {
    const { id } = pick(plan.ordinary)
    const response = await sendRequest('reply', '/api/posts?include=', {
      method: 'POST',
      headers: { authorization: `Token ${plan.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        data: {
          type: 'posts',
          attributes: { content: `A reply of ordinary length, number ${acknowledged.length}.` },
          relationships: { discussion: { data: { type: 'discussions', id } } },
        },
      }),
    })
    if (response?.status === 201) {
      acknowledged.push((JSON.parse(response.body) as { data: { id: string } }).data.id)
    }
    await sleep(writerPauseMs * (0.5 + Math.random()))
  }
}

async function probe(name: keyof Waits, path: string): Promise<void> {
  while (!hasStopped) {
    const waits = current
    const started = performance.now()
    await sendRequest(`${name} (probe)`, path)
    waits[name].push(performance.now() - started)
    await sleep(probePauseMs)
  }
}

parentPort?.on('message', (message: LoadMessage) => {
  if (message === 'stop') hasStopped = true
  else current = hostile[message.begins] ??= { health: [], index: [] }
})

await Promise.all([
  probe('health', '/health'),
  probe('index', '/'),
  ...Array.from({ length: readers }, read),
  ...Array.from({ length: writers }, write),
])
visitor.close()
parentPort?.postMessage({
  ordinary,
  hostile,
  responses,
  faults: faults.list,
  acknowledged,
} satisfies LoadReport)
parentPort?.close()
