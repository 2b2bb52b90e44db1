import { getCompileCacheDir } from 'node:module'
import { type ResourceLimits, Worker } from 'node:worker_threads'

/** What a thread is asked. */
export interface ThreadCall<Question> {
  number: number
  question: Question
}

/** What it answers. */
export type ThreadAnswer<Answer> = { number: number; answer: Answer } | { number: number; error: unknown }

export interface ThreadOptions {
  /** Module that answers with `answerCalls`. */
  module: URL
  /** What the module finds as `workerData`. */
  data: unknown
  limits: ResourceLimits
  /** After how many milliseconds without a call it ends; the next call begins it anew. Never, if left out. */
  patienceMs?: number
}

interface Waiting<Question, Answer> {
  question: Question
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** A module that answers questions in a thread of its own, which begins with the first of them. */
export class Thread<Question, Answer> {
  readonly #options: ThreadOptions
  readonly #waiting = new Map<number, Waiting<Question, Answer>>()
  #worker: Worker | undefined
  #rest: NodeJS.Timeout | undefined
  #sent = 0

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  /** @throws what the module throws, or that the thread has ended over this question. */
  ask(question: Question): Promise<Answer> {
    clearTimeout(this.#rest)
    return new Promise((resolve, reject) => this.#post({ question, resolve, reject }))
  }

  #post(waiting: Waiting<Question, Answer>): void {
    const worker = this.#running()
    const number = ++this.#sent
    const { question } = waiting
    this.#waiting.set(number, waiting)
    // Only a thread that somebody waits for keeps the process alive.
    worker.ref()
    worker.postMessage({ number, question } satisfies ThreadCall<Question>)
  }

  /** Begins the thread before it is needed. */
  begin(): void {
    if (this.#waiting.size === 0) this.#running().unref()
  }

  /** Whether there is a thread at the moment. */
  get isRunning(): boolean {
    return this.#worker !== undefined
  }

  /** Fails what the thread was asked. The next call begins another one; this one ends when it can. */
  giveUp(): void {
    const worker = this.#worker
    if (!worker) return
    this.#worker = undefined
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(new Error('The thread was given up'))
    void worker.terminate()
  }

  async close(): Promise<void> {
    clearTimeout(this.#rest)
    await this.#worker?.terminate()
  }

  #running(): Worker {
    if (this.#worker) return this.#worker
    const { module, data, limits } = this.#options
    const worker = new Worker(new URL('thread-main.mjs', import.meta.url), {
      argv: [module.href, getCompileCacheDir() ?? ''],
      workerData: data,
      execArgv: [],
      // Nothing in a thread needs the environment, which holds secrets.
      env: {},
      resourceLimits: limits,
    })
    this.#worker = worker
    worker.on('message', (answer: ThreadAnswer<Answer>) => this.#settle(answer))
    worker.on('error', (error) => this.#crash(worker, error))
    worker.on('exit', () => this.#crash(worker, new Error('The thread has ended')))
    return worker
  }

  #settle(answer: ThreadAnswer<Answer>): void {
    const waiting = this.#waiting.get(answer.number)
    this.#waiting.delete(answer.number)
    if (this.#waiting.size === 0) this.#idle()
    if ('error' in answer) waiting?.reject(answer.error)
    else waiting?.resolve(answer.answer)
  }

  #idle(): void {
    this.#worker?.unref()
    const { patienceMs } = this.#options
    if (patienceMs !== undefined) this.#rest = setTimeout(() => this.#end(), patienceMs).unref()
  }

  /** Nobody waits for it: calls that come while it ends have another one. */
  #end(): void {
    const worker = this.#worker
    this.#worker = undefined
    void worker?.terminate()
  }

  /** Questions are answered in order: the oldest one has ended the thread. Another thread answers the others. */
  #crash(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    const [first, ...others] = this.#waiting.values()
    this.#waiting.clear()
    first?.reject(error)
    for (const waiting of others) this.#post(waiting)
  }
}
