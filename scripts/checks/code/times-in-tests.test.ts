import { expect, test } from 'vitest'
import { makeRepository } from '../fixture.ts'
import { timesInTests } from './times-in-tests.ts'

test('a test or journey that measures time is reported', async () => {
  const measuring = `const started = performance.now()
const cpu = process.cpuUsage()
const elapsed = Date.now() - start
observe({ type: 'longtask' })
`
  const repository = makeRepository({
    'packages/server/src/a.test.ts': measuring,
    'e2e/a.e2e.ts': measuring,
    'bench/a.ts': measuring,
  })
  const faults = await timesInTests.find(repository)
  const names = ['performance.now', 'process.cpuUsage', 'Date.now()', 'longtask']
  expect(faults.map(({ file, line, message }) => [file, line, message.split(' ')[0]])).toEqual(
    ['e2e/a.e2e.ts', 'packages/server/src/a.test.ts'].flatMap((file) =>
      names.map((name, index) => [file, index + 1, name]),
    ),
  )
})

test('times as test data are allowed', async () => {
  const repository = makeRepository({
    'packages/server/src/a.test.ts':
      'const yesterday = new Date(Date.now() - 24 * hour)\nDate.now() - 1000\n',
  })
  expect(await timesInTests.find(repository)).toEqual([])
})
