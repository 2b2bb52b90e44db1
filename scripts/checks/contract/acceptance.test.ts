import { expect, test } from 'vitest'
import { makeRepository } from '../fixture.ts'
import { acceptance, coveredBehaviours } from './acceptance.ts'

const repository = () =>
  makeRepository({
    'packages/server/src/a.test.ts': `
      test('B001 B002 two lines', () => {})
      test.each([['B004', 1]])('%s in a table', () => {})
      // 'B005 in a comment'
      test('like B007, but not at the beginning', () => {})`,
    'packages/server/src/a.ts': "export const name = 'B008 is no test'\n",
    'docs/contract-differences.md': '| B010 | concerns the inside only |\n',
  })

test('test names and documented differences cover behaviours', () => {
  const { tested, excused } = coveredBehaviours(repository())
  expect([...tested]).toEqual([1, 2, 4])
  expect([...excused]).toEqual([10])
})

test('a behaviour that is neither tested nor documented is a fault', () => {
  const faults = acceptance.find(repository()) as { message: string }[]
  const named = faults.map(({ message }) => message.slice(0, 4))
  expect(named).toContain('B005')
  expect(named).toContain('B007')
  expect(named).toContain('B008')
  expect(named).not.toContain('B001')
  expect(named).not.toContain('B004')
  expect(named).not.toContain('B010')
})
