import { describe, expect, test } from 'vitest'
import { type PartRun, sumUp } from './summary.ts'
import type { FlakyTest } from './test-results.ts'

const flakyTests = (count: number, file: string): FlakyTest[] =>
  Array.from({ length: count }, (_, index) => ({ file, name: `test ${index + 1}`, error: 'late' }))

const unit = (changes: Partial<PartRun['results'] & object> = {}, code = 0): PartRun => ({
  name: 'unit',
  seconds: 61.25,
  code,
  results: { passed: 40, failed: 0, skipped: 2, flaky: [], ...changes },
})
const check: PartRun = { name: 'check', seconds: 3, code: 0 }

describe('the summary of npm test', () => {
  test('gives seconds of each part and counts of its tests', () => {
    expect(sumUp([check, unit()])).toEqual({
      code: 0,
      lines: ['check: 3.0 s', 'unit: 61.3 s, 42 tests, 0 failed, 2 skipped, 0 flaky', 'Passed'],
      flaky: [],
    })
  })

  test('lists flaky tests of all parts, which do not fail the run up to five', () => {
    const [first, second] = [flakyTests(2, 'a.test.ts'), flakyTests(3, 'b.e2e.ts')]
    const { code, lines, flaky } = sumUp([
      unit({ flaky: first }),
      { ...unit({ flaky: second }), name: 'e2e' },
    ])
    expect(code).toBe(0)
    expect(flaky).toEqual([...first, ...second])
    expect(lines.slice(0, 3)).toEqual([
      'Flaky, as they passed only when repeated:',
      '  a.test.ts: test 1',
      '  a.test.ts: test 2',
    ])
    expect(lines).toContain('e2e: 61.3 s, 42 tests, 0 failed, 2 skipped, 3 flaky')
  })

  test('six flaky tests in several parts fail the run', () => {
    const runs = [unit({ flaky: flakyTests(3, 'a') }), unit({ flaky: flakyTests(3, 'b') })]
    expect(sumUp(runs)).toMatchObject({
      code: 1,
      lines: expect.arrayContaining(['Failed: more than 5 flaky tests']),
    })
  })

  test.each<[string, PartRun, string]>([
    ['exit code', { ...check, code: 3 }, 'check (exit code 3)'],
    ['exit code of tests', unit({ failed: 1 }, 1), 'unit (exit code 1)'],
    ['failed test without an exit code', unit({ failed: 2 }), 'unit (2 failed tests)'],
    ['run of skipped tests only', unit({ passed: 0 }), 'unit (no test was executed)'],
    ['run without results', { ...unit(), results: null }, 'unit (no test was executed)'],
  ])('an %s fails the run', (_, run, reason) => {
    const { code, lines } = sumUp([run])
    expect(code).toBe(1)
    expect(lines.at(-1)).toBe(`Failed: ${reason}`)
  })
})
