import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { withinTime } from '../../infrastructure/within-time.ts'

/** With the cache the thread does without the TypeScript compiler. */
const threadSource = `
  const { parentPort, workerData } = require('node:worker_threads')
  if (workerData) require('node:module').enableCompileCache(workerData)
  parentPort.on('message', (url) => import(url).catch(() => {}).finally(() => parentPort.postMessage('imported')))
  parentPort.postMessage('ready')
`

/**
 * Imports modules in a thread before the forum imports them. The thread can be stopped, also when the code of a module
 * never yields to the event loop, or ends its process.
 */
export class ImportTrial {
  #thread: Promise<Worker> | undefined
  #last: Promise<unknown> = Promise.resolve()

  /**
   * Imports one module at a time. Rejects if that takes longer than `timeoutMs` or ends the thread; what the module
   * throws is left to the import that counts.
   */
  import(file: string, timeoutMs: number): Promise<void> {
    const trial = this.#last.then(() => this.#importNext(file, timeoutMs))
    this.#last = trial.catch(() => {})
    return trial
  }

  /** Stops the thread. */
  async close(): Promise<void> {
    const thread = await this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }

  async #importNext(file: string, timeoutMs: number): Promise<void> {
    this.#thread ??= startThread()
    const thread = await this.#thread
    const ended = once(thread, 'exit').then(() => {
      throw new Error('ends the process')
    })
    try {
      const imported = once(thread, 'message')
      thread.postMessage(pathToFileURL(file).href)
      await withinTime(Promise.race([imported, ended]), timeoutMs)
    } catch (error) {
      await this.close()
      throw error
    } finally {
      ended.catch(() => {})
    }
  }
}

async function startThread(): Promise<Worker> {
  const thread = new Worker(threadSource, { eval: true, workerData: getCompileCacheDir() })
  await once(thread, 'message')
  return thread
}
