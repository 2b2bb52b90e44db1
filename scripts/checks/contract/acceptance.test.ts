import { expect, test } from 'vitest'
import { makeRepository } from '../fixture.ts'
import type { Fault } from '../repository.ts'
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
    'docs/contract/behaviours.md':
      '# Behaviours\n\n- **B001** given a\n- **B004** given b\n- **B005** given c\n- **B007** given d\n- **B008** given e\n- **B010** given f\n',
  })

test('test names and documented differences cover behaviours', () => {
  const { tested, excused } = coveredBehaviours(repository())
  expect([...tested]).toEqual([1, 2, 4])
  expect([...excused]).toEqual([10])
})

test('a behaviour that is neither tested nor documented is a fault', () => {
  const faults = acceptance.find(repository()) as Fault[]
  expect(faults.map(({ message }) => message.slice(0, 4))).toEqual(['B005', 'B007', 'B008'])
})

test('a list without behaviours is a fault', () => {
  const faults = acceptance.find(makeRepository({ 'docs/contract/behaviours.md': '1. given a\n' })) as Fault[]
  expect(faults).toEqual([{ file: 'docs/contract/behaviours.md', message: 'lists no behaviours' }])
})
