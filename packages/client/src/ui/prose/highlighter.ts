import type { HighlightReply, HighlightRequest } from './highlight-worker.ts'

/**
 * Milliseconds until code goes without colours. Grammars of languages are expressions that take quadratic time for
 * some texts, and anybody may post such a text: so they run beside the page, and not for long.
 */
const PATIENCE = 1000
/** Blocks whose colours are remembered: what a preview shows again and again. */
const REMEMBERED = 50

interface Task extends HighlightRequest {
  signal: AbortSignal
  resolve(html: string | undefined): void
}

const known = new Map<string, string | undefined>()
const queue: Task[] = []
let worker: Worker | undefined
let isBusy = false

/** The HTML of code that had its colours before; undefined for other code, and for code that gets none. */
export function knownHighlight({ text, language }: HighlightRequest): string | undefined {
  return known.get(keyOf(text, language))
}

/**
 * Gives code its colours, outside of the page's thread. A task whose signal is aborted may never be done.
 * @returns HTML with the escaped text; undefined where the language cannot be loaded, or the text takes too long.
 */
export function highlight(request: HighlightRequest, signal: AbortSignal): Promise<string | undefined> {
  const key = keyOf(request.text, request.language)
  if (known.has(key)) return Promise.resolve(known.get(key))
  return new Promise((resolve) => {
    queue.push({ ...request, signal, resolve })
    if (!isBusy) void work()
  })
}

async function work(): Promise<void> {
  isBusy = true
  for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
    if (!task.signal.aborted) task.resolve(await run(task))
  }
  isBusy = false
}

async function run({ text, language }: Task): Promise<string | undefined> {
  const outcome = await ask({ text, language })
  if (outcome === 'failed') return undefined
  remember(keyOf(text, language), outcome)
  return outcome
}

/** What failed may go well another time; what takes too long never does. */
function ask(request: HighlightRequest): Promise<string | undefined | 'failed'> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const finish = (outcome: string | undefined | 'failed') => {
      clearTimeout(timer)
      resolve(outcome)
    }
    const giveUp = (outcome: undefined | 'failed') => {
      worker?.terminate()
      worker = undefined
      finish(outcome)
    }
    worker ??= new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<HighlightReply>) => {
      if (data === 'started') timer = setTimeout(() => giveUp(undefined), PATIENCE)
      else finish(data.html ?? 'failed')
    }
    worker.onerror = () => giveUp('failed')
    worker.postMessage(request)
  })
}

function remember(key: string, html: string | undefined): void {
  known.set(key, html)
  const [oldest] = known.keys()
  if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
}

function keyOf(text: string, language: string): string {
  return `${language}\n${text}`
}
