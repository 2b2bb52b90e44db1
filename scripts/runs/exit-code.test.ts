import { expect, onTestFinished, test } from 'vitest'
import { BrokenCopy, failingTest } from './broken-copy.ts'

// That every script fails if its check fails is in ../exit-codes.long.test.ts.
test('continuous integration exits with code 1 if a test fails', () => {
  const copy = new BrokenCopy()
  onTestFinished(() => copy.remove(), 60_000)
  const { status, output } = copy.runBroken({
    command: ['.ci/run', 'unit'],
    files: { 'packages/shared/src/deliberate.test.ts': failingTest },
  })
  expect(output).toMatch(/expected 1 to be 2/)
  expect(output).toMatch(/ci: exit code 1/)
  expect(status).toBe(1)
}, 120_000)
