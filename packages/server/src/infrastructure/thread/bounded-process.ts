import { Budget } from '../limits/budget.ts'
import { IsolatedProcess, type ProcessOptions } from './isolated-process.ts'

/** How many questions of one requester, and of all, may wait for an answer. */
const waiting = { total: 40, perKey: 4 }

/**
 * An isolated process for requests: it answers one question at a time, few of one requester wait, and none for longer than
 * half a minute.
 */
export class BoundedProcess<Question, Answer> {
  readonly #process: IsolatedProcess<Question, Answer>
  readonly #questions = new Budget({ total: 1, perKey: 1, waiting, waitMs: 30_000 })

  constructor(options: ProcessOptions) {
    this.#process = new IsolatedProcess(options)
  }

  /**
   * Asks a question.
   * @param by the key of the requester, for example of an account, which may have at most four questions waiting.
   * @throws as `IsolatedProcess`, and `busy` when too many wait.
   */
  ask(question: Question, by = ''): Promise<Answer> {
    return this.#questions.hold(1, () => this.#process.ask(question), { key: by })
  }

  /** Id of the running process; undefined without one. */
  get pid(): number | undefined {
    return this.#process.pid
  }
}
