import { workerData } from 'node:worker_threads'
import { answerCalls } from '../../infrastructure/thread/answer-calls.ts'
import { rendererCalls } from './page-renderer.ts'
import type { RendererRequest } from './renderer-thread.ts'

/** The entry point of `rendererThread`. */
const calls = rendererCalls(await import(String(workerData)))

answerCalls(
  ([call, ...parameters]: RendererRequest) => calls[call](...(parameters as [string, string])),
  (answer) => (typeof answer === 'object' && 'bytes' in answer ? [answer.bytes.buffer] : []),
)
