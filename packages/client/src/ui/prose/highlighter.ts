import type { HighlightReply, HighlightRequest } from './highlight-worker.ts'

/**
 * Timeout of a highlight in milliseconds. Grammars are regular expressions that take quadratic time for some texts, and
 * any user may post such a text. So they run in a worker with a timeout.
 */
const highlightTimeout = 1000
/** Size of the cache, which serves blocks that a preview renders repeatedly. */
const maxCached = 50

interface Task extends HighlightRequest {
  signal: AbortSignal
  resolve(html: string | undefined): void
}

const cache = new Map<string, string | undefined>()
const queue: Task[] = []
let worker: Worker | undefined
let isBusy = false

/** The cached HTML of code; undefined if it is not cached, or has no highlighting. */
export function cachedHighlight({ text, language }: HighlightRequest): string | undefined {
  return cache.get(keyOf(text, language))
}

/**
 * Highlights code in a worker. Its promise may stay pending after `signal` is aborted.
 * @returns HTML with the escaped text; undefined if the language cannot be loaded, or the text takes too long.
 */
export function highlight(request: HighlightRequest, signal: AbortSignal): Promise<string | undefined> {
  const key = keyOf(request.text, request.language)
  if (cache.has(key)) return Promise.resolve(cache.get(key))
  return new Promise((resolve) => {
    queue.push({ ...request, signal, resolve })
    if (!isBusy) void processQueue()
  })
}

async function processQueue(): Promise<void> {
  isBusy = true
  for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
    if (!task.signal.aborted) task.resolve(await run(task))
  }
  isBusy = false
}

async function run({ text, language }: Task): Promise<string | undefined> {
  const outcome = await requestHighlight({ text, language })
  if (outcome === 'failed') return undefined
  addToCache(keyOf(text, language), outcome)
  return outcome
}

/** `failed` may succeed on a retry; `undefined` means a timeout, which would recur. */
function requestHighlight(request: HighlightRequest): Promise<string | undefined | 'failed'> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const finish = (outcome: string | undefined | 'failed') => {
      clearTimeout(timer)
      resolve(outcome)
    }
    const terminate = (outcome: undefined | 'failed') => {
      worker?.terminate()
      worker = undefined
      finish(outcome)
    }
    worker ??= new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<HighlightReply>) => {
      if (data === 'started') timer = setTimeout(() => terminate(undefined), highlightTimeout)
      else if (data.html !== undefined) finish(data.html)
      // A worker keeps the failure of a language as long as it lives.
      else terminate('failed')
    }
    worker.onerror = () => terminate('failed')
    worker.postMessage(request)
  })
}

function addToCache(key: string, html: string | undefined): void {
  cache.set(key, html)
  const [oldest] = cache.keys()
  if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest)
}

function keyOf(text: string, language: string): string {
  return `${language}\n${text}`
}
