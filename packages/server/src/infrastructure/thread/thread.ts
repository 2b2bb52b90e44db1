import { getCompileCacheDir } from 'node:module'
import { type ResourceLimits, Worker } from 'node:worker_threads'

/** A question to a thread. */
export interface ThreadCall<Question> {
  number: number
  question: Question
}

/** The thread's answer to the question of the same number. */
export type ThreadAnswer<Answer> = { number: number; answer: Answer } | { number: number; error: unknown }

export interface ThreadOptions {
  /** Module that answers with `answerCalls`. */
  module: URL
  /** The `workerData` of the module. */
  data: unknown
  limits: ResourceLimits
  /** After how many idle milliseconds the thread ends; the next question starts it again. Never, if absent. */
  idleMs?: number
}

interface Waiting<Question, Answer> {
  question: Question
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** A module that answers questions in its own worker thread, which starts with the first question. */
export class Thread<Question, Answer> {
  readonly #options: ThreadOptions
  readonly #waiting = new Map<number, Waiting<Question, Answer>>()
  #worker: Worker | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #sent = 0

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  /** @throws what the module throws, or an error if the thread ended while it worked on this question. */
  ask(question: Question): Promise<Answer> {
    clearTimeout(this.#idleTimer)
    return new Promise((resolve, reject) => this.#post({ question, resolve, reject }))
  }

  #post(waiting: Waiting<Question, Answer>): void {
    const worker = this.#startedWorker()
    const number = ++this.#sent
    const { question } = waiting
    this.#waiting.set(number, waiting)
    // Only a thread with pending questions keeps the process alive.
    worker.ref()
    worker.postMessage({ number, question } satisfies ThreadCall<Question>)
  }

  /** Starts the thread before the first question. */
  start(): void {
    if (this.#waiting.size === 0) this.#startedWorker().unref()
  }

  /** Whether the thread exists now. */
  get isRunning(): boolean {
    return this.#worker !== undefined
  }

  /** Rejects the pending questions and terminates the thread. The next question starts another thread. */
  terminate(): void {
    const worker = this.#worker
    if (!worker) return
    this.#worker = undefined
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(new Error('The thread was terminated'))
    void worker.terminate()
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer)
    await this.#worker?.terminate()
  }

  #startedWorker(): Worker {
    if (this.#worker) return this.#worker
    const { module, data, limits } = this.#options
    const worker = new Worker(new URL('thread-main.mjs', import.meta.url), {
      argv: [module.href, getCompileCacheDir() ?? ''],
      workerData: data,
      execArgv: [],
      // No thread needs the environment, which contains secrets.
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
    if (this.#waiting.size === 0) this.#becomeIdle()
    if ('error' in answer) waiting?.reject(answer.error)
    else waiting?.resolve(answer.answer)
  }

  #becomeIdle(): void {
    this.#worker?.unref()
    const { idleMs } = this.#options
    if (idleMs !== undefined) this.#idleTimer = setTimeout(() => this.#end(), idleMs).unref()
  }

  /** Ends the idle thread; questions that arrive meanwhile start another one. */
  #end(): void {
    const worker = this.#worker
    this.#worker = undefined
    void worker?.terminate()
  }

  /** Rejects the oldest question, which ended the thread: they are answered in order. Another thread gets the others. */
  #crash(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    const [first, ...others] = this.#waiting.values()
    this.#waiting.clear()
    first?.reject(error)
    for (const waiting of others) this.#post(waiting)
  }
}
