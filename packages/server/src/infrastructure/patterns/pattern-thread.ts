import { createContext, Script } from 'node:vm'
import { answerCalls } from '../thread/answer-calls.ts'
import { compilePattern, type PatternQuestion } from './pattern.ts'

const limitMs = 200
const tests = new Script('pattern.test(text)')

/** Whether the text matches within the limit; undefined if the pattern is not valid. */
answerCalls(({ pattern, text }: PatternQuestion): boolean | undefined => {
  const compiled = compilePattern(pattern)
  if (!compiled) return undefined
  try {
    return tests.runInContext(createContext({ pattern: compiled, text }), { timeout: limitMs }) as boolean
  } catch {
    return false
  }
})
