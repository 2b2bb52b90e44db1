import { inspect } from 'node:util'
import { parentPort, type Transferable } from 'node:worker_threads'
import type { ThreadAnswer, ThreadCall } from './thread.ts'

/**
 * Answers what the other side of a `Thread` asks, one question after the other.
 * @param moved what of an answer goes over instead of being copied.
 */
export function answerCalls<Question, Answer>(
  answer: (question: Question) => Answer,
  moved: (answer: Answer) => Transferable[] = () => [],
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
      parentPort?.postMessage(settled, 'answer' in settled ? moved(settled.answer) : [])
    } catch {
      // Not everything that can be thrown can be copied, and that would end the thread for all who wait.
      const { number } = call
      parentPort?.postMessage({ number, error: new Error(inspect(settled)) } satisfies ThreadAnswer<Answer>)
    }
  })
}
