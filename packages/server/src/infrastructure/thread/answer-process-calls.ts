import { inspect } from 'node:util'
import type { ProcessCall, ProcessMessage } from './isolated-process.ts'

/** Answers the questions of an `IsolatedProcess`, and exits when its parent does. */
export function answerProcessCalls<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  const send = (message: ProcessMessage<Answer>) => process.send?.(message)
  process.on('disconnect', () => process.exit())
  process.on('message', ({ question }: ProcessCall<Question>) => {
    answer(question).then(
      (result) => send({ answer: result }),
      (error: unknown) => send({ error: error instanceof Error ? error.message : inspect(error) }),
    )
  })
  send({ isReady: true })
}
