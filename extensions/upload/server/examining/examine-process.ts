import { answerProcessCalls } from '@parley/server/isolated-process'
import type { Cleaning } from './clean-svg.ts'
import { type Detected, detect } from './detect.ts'

/** A file to find out about, or to clean. */
export type Question = { path: string } | Cleaning
/** What it is; whether it could be cleaned. */
export type Answer = Detected | boolean | undefined

answerProcessCalls<Question, Answer>(async (question) => {
  if ('path' in question) return detect(question.path)
  // Few files need it, and it takes a second to load.
  const { cleanSvg } = await import('./clean-svg.ts')
  return cleanSvg(question)
})
