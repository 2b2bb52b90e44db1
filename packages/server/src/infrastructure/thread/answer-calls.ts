import { inspect } from 'node:util'
import { parentPort, type Transferable } from 'node:worker_threads'
import type { ThreadAnswer, ThreadCall } from './thread.ts'

/**
 * Answers the questions of a `Thread`, one after the other.
 * @param transferred the parts of an answer that are transferred instead of copied.
 */
export function answerCalls<Question, Answer>(
  answer: (question: Question) => Answer,
  transferred: (answer: Answer) => Transferable[] = () => [],
): void {
  const settle = ({ number, question }: ThreadCall<Question>): ThreadAnswer<Answer> => {
    try {
      return { number, answer: answer(question) }
    } catch (error) {
      return { number, error }
    }
  }
  parentPort?.on('message', (call: ThreadCall<Question>) => {
    const settled = settle(call)
    try {
      parentPort?.postMessage(settled, 'answer' in settled ? transferred(settled.answer) : [])
    } catch {
      // A thrown value that cannot be cloned would end the thread, and so fail all pending questions.
      const { number } = call
      parentPort?.postMessage({ number, error: new Error(inspect(settled)) } satisfies ThreadAnswer<Answer>)
    }
  })
}
