import { type ChildProcess, spawn } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import type { Socket } from 'node:net'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

/** What a process is asked, one question at a time. */
export interface ProcessCall<Question> {
  question: Question
}

/** What it sends: that it is ready, and answers. An error is its text. */
export type ProcessMessage<Answer> = { isReady: true } | { answer: Answer } | { error: string }

export interface ProcessOptions {
  /** Module that answers with `answerProcessCalls`. */
  module: URL
  /** After how many milliseconds with a question the process is killed. */
  timeLimitMs: number
  /** How much memory it may take besides what Node itself needs, in bytes. Limited on Linux only. */
  memoryBytes: number
  /** After how many milliseconds without a question it ends; the next question begins it anew. */
  idleMs: number
}

/** The process ended with a question: it was killed for taking too long, took too much memory, or crashed. */
export class ProcessEnded extends Error {}

interface Running {
  child: ChildProcess
  isReady: Promise<void>
}

/** What is kept of a process's last words, in characters. */
const longestOutput = 4000
const startMs = 60_000
/** What Node reserves when it starts, most of it without using it. */
const reservedByNode = 700 * 1024 ** 2

/**
 * A module that answers questions in a process of its own: native code in it can be interrupted, limited and crash
 * without harm. It gets nothing of this process's environment but where programs and libraries are.
 */
export class IsolatedProcess<Question, Answer> {
  readonly #options: ProcessOptions
  #running: Running | undefined
  #idle: NodeJS.Timeout | undefined
  #asking: Promise<unknown> = Promise.resolve()

  constructor(options: ProcessOptions) {
    this.#options = options
  }

  /**
   * Asks after the questions before this one are answered.
   * @throws `ProcessEnded`, what the module throws as an `Error` with its text, and why the process did not start.
   */
  ask(question: Question): Promise<Answer> {
    const answer = this.#asking.then(() => this.#ask(question))
    this.#asking = answer.catch(() => {})
    return answer
  }

  /** Id of the process that there is at the moment; undefined without one. */
  get pid(): number | undefined {
    return this.#running?.child.pid
  }

  async #ask(question: Question): Promise<Answer> {
    clearTimeout(this.#idle)
    const { child, isReady } = this.#running ?? this.#begin()
    // Only a process with a question keeps this one alive.
    child.ref()
    child.channel?.ref()
    try {
      await isReady
      return await this.#answer(child, question)
    } finally {
      child.unref()
      child.channel?.unref()
      this.#idle = setTimeout(() => this.#end(), this.#options.idleMs).unref()
    }
  }

  #answer(child: ChildProcess, question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: () => void) => {
        clearTimeout(timer)
        child.off('message', onMessage).off('exit', onExit)
        outcome()
      }
      const onMessage = (message: ProcessMessage<Answer>) => {
        if ('answer' in message) settle(() => resolve(message.answer))
        else if ('error' in message) settle(() => reject(new Error(message.error)))
      }
      const onExit = (code: number | null, signal: string | null) =>
        settle(() => reject(new ProcessEnded(`The process ended with ${signal ?? code}`)))
      const timer = setTimeout(() => {
        this.#end()
        settle(() => reject(new ProcessEnded('The process took too long')))
      }, this.#options.timeLimitMs)
      child.on('message', onMessage).on('exit', onExit)
      child.send({ question } satisfies ProcessCall<Question>, (error) => {
        if (error) settle(() => reject(new ProcessEnded('The process takes no questions', { cause: error })))
      })
    })
  }

  #begin(): Running {
    const child = start(this.#options)
    const running = { child, isReady: ready(child) }
    this.#running = running
    const forget = () => {
      if (this.#running === running) this.#running = undefined
    }
    child.once('exit', forget)
    running.isReady.catch(forget)
    return running
  }

  /** The next question has another process. */
  #end(): void {
    const { child } = this.#running ?? {}
    this.#running = undefined
    child?.kill('SIGKILL')
  }
}

function start({ module, memoryBytes }: ProcessOptions): ChildProcess {
  const main = fileURLToPath(new URL('thread-main.mjs', import.meta.url))
  const command = [
    process.execPath,
    '--max-old-space-size=128',
    main,
    module.href,
    getCompileCacheDir() ?? '',
  ]
  const limited =
    process.platform === 'linux'
      ? // Units of 1,024 bytes.
        [
          '/bin/sh',
          '-c',
          `ulimit -d ${Math.ceil((reservedByNode + memoryBytes) / 1024)}; exec "$@"`,
          'sh',
          ...command,
        ]
      : command
  const [program = '', ...parameters] = limited
  const child = spawn(program, parameters, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    env: environment(),
  })
  // Does not keep this process alive.
  ;(child.stderr as Socket | null)?.unref()
  // What others wait for comes first.
  child.once('spawn', () => {
    if (child.pid !== undefined && process.platform !== 'win32') setPriority(child.pid, 10)
  })
  return child
}

function environment(): NodeJS.ProcessEnv {
  const passed = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'SystemRoot', 'TEMP'] as const
  const found = passed.map((name) => [name, process.env[name]]).filter(([, value]) => value !== undefined)
  return { ...(Object.fromEntries(found) as NodeJS.ProcessEnv), MALLOC_ARENA_MAX: '2' }
}

/** Rejects with the last words of a process that ends before it is ready. */
function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-longestOutput)
    })
    const fail = (reason: unknown) => {
      clearTimeout(timer)
      reject(new Error(`A process did not start (${reason}): ${output.trim()}`))
    }
    const timer = setTimeout(() => child.kill('SIGKILL'), startMs)
    child.on('error', fail)
    child.once('close', (code, signal) => fail(signal ?? code))
    child.once('message', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
