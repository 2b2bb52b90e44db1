import { workerData } from 'node:worker_threads'
import { answerCalls } from '../../infrastructure/thread/answer-calls.ts'
import { rendererCalls } from './page-renderer.ts'
import type { RendererQuestion } from './renderer-thread.ts'

/** What `rendererThread` runs. */
const calls = rendererCalls(await import(String(workerData)))

answerCalls(
  ([call, argument]: RendererQuestion) => calls[call](argument),
  (answer) => (typeof answer === 'object' && 'bytes' in answer ? [answer.bytes.buffer] : []),
)
