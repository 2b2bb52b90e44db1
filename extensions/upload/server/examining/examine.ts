import { BoundedProcess, type Context, ProcessEnded } from '@parley/server'
import type { Cleaning } from './clean-svg.ts'
import type { Detected } from './detect.ts'
import type { Answer, Question } from './examine-process.ts'

/** Nothing that strangers send is taken apart in the process of the forum. */
const examiner = new BoundedProcess<Question, Answer>({
  module: new URL('examine-process.ts', import.meta.url),
  timeLimitMs: 15_000,
  memoryBytes: 384 * 1024 ** 2,
  idleMs: 30_000,
})

/**
 * Finds out by its content what a file is. Undefined for what is not known or damaged, and for what takes too long.
 * @throws `busy` when too many wait.
 */
export function examineFile(path: string, context: Context): Promise<Detected | undefined> {
  return ask({ path }, context) as Promise<Detected | undefined>
}

/** As `cleanSvg`; false also for what takes too long. @throws `busy` when too many wait. */
export async function cleanDrawing(cleaning: Cleaning, context: Context): Promise<boolean> {
  return (await ask(cleaning, context)) === true
}

function ask(question: Question, { actor }: Context): Promise<Answer> {
  return examiner.ask(question, `account ${actor.id}`).catch((error: unknown) => {
    if (error instanceof ProcessEnded) return undefined
    throw error
  })
}
