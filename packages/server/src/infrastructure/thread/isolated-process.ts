import { type ChildProcess, spawn } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import type { Socket } from 'node:net'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

/** A question to a process, one at a time. */
export interface ProcessCall<Question> {
  question: Question
}

/** A message of the process: that it is ready, an answer, or the text of an error. */
export type ProcessMessage<Answer> = { isReady: true } | { answer: Answer } | { error: string }

export interface ProcessOptions {
  /** Module that answers with `answerProcessCalls`. */
  module: URL
  /** After how many milliseconds of work on one question the process is killed. */
  timeLimitMs: number
  /** How much memory it may take besides what Node itself needs, in bytes. Enforced on Linux only. */
  memoryBytes: number
  /** After how many idle milliseconds the process ends; the next question starts it again. */
  idleMs: number
}

/** The process ended while it worked on a question: it was killed at the time limit, ran out of memory, or crashed. */
export class ProcessEnded extends Error {}

interface Running {
  child: ChildProcess
  isReady: Promise<void>
}

/** How much of a process's stderr is kept for the error message, in characters. */
const longestOutput = 4000
const startMs = 60_000
/** Memory that Node reserves when it starts, mostly without using it. */
const reservedByNode = 700 * 1024 ** 2

/**
 * A module that answers questions in a separate process: its native code can be killed, limited and crash without harm.
 * It gets only those environment variables that locate programs and libraries.
 */
export class IsolatedProcess<Question, Answer> {
  readonly #options: ProcessOptions
  #running: Running | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #lastAnswer: Promise<unknown> = Promise.resolve()

  constructor(options: ProcessOptions) {
    this.#options = options
  }

  /**
   * Asks a question after the earlier ones are answered.
   * @throws `ProcessEnded`, an `Error` with the text of what the module throws, or the reason why the process did not start.
   */
  ask(question: Question): Promise<Answer> {
    const answer = this.#lastAnswer.then(() => this.#ask(question))
    this.#lastAnswer = answer.catch(() => {})
    return answer
  }

  /** Id of the running process; undefined without one. */
  get pid(): number | undefined {
    return this.#running?.child.pid
  }

  async #ask(question: Question): Promise<Answer> {
    clearTimeout(this.#idleTimer)
    const { child, isReady } = this.#running ?? this.#start()
    // Only a process with a pending question keeps this one alive.
    child.ref()
    child.channel?.ref()
    try {
      await isReady
      return await this.#send(child, question)
    } finally {
      child.unref()
      child.channel?.unref()
      this.#idleTimer = setTimeout(() => this.#kill(), this.#options.idleMs).unref()
    }
  }

  #send(child: ChildProcess, question: Question): Promise<Answer> {
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
        this.#kill()
        settle(() => reject(new ProcessEnded('The process took too long')))
      }, this.#options.timeLimitMs)
      child.on('message', onMessage).on('exit', onExit)
      child.send({ question } satisfies ProcessCall<Question>, (error) => {
        if (error)
          settle(() => reject(new ProcessEnded('The process accepts no questions', { cause: error })))
      })
    })
  }

  #start(): Running {
    const child = spawnProcess(this.#options)
    const running = { child, isReady: waitUntilReady(child) }
    this.#running = running
    const forget = () => {
      if (this.#running === running) this.#running = undefined
    }
    child.once('exit', forget)
    running.isReady.catch(forget)
    return running
  }

  /** Kills the process; the next question starts another one. */
  #kill(): void {
    const { child } = this.#running ?? {}
    this.#running = undefined
    child?.kill('SIGKILL')
  }
}

function spawnProcess({ module, memoryBytes }: ProcessOptions): ChildProcess {
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
      ? // `ulimit` counts units of 1,024 bytes.
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
  // stderr does not keep this process alive.
  ;(child.stderr as Socket | null)?.unref()
  // A low priority: requests come first.
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

/** Resolves when the process is ready; rejects with the end of its stderr if it exits before. */
function waitUntilReady(child: ChildProcess): Promise<void> {
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
