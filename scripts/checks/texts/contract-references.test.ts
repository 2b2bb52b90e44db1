import { expect, test } from 'vitest'
import { makeRepository } from '../fixture.ts'
import type { Fault } from '../repository.ts'
import { contractReferences } from './contract-references.ts'

const contract = {
  'docs/contract/api-core/1-answers.md':
    '# 1 Answers\n\n## 1.1 Paths\n\nSee (1.2) and (D1).\n\n## 1.2 Bodies\n',
  'docs/contract/api-core/9-decisions.md':
    '# 9 Decisions\n\n| number | decision |\n| --- | --- |\n| D1 | 400 |\n',
  'docs/contract/extensions/9-texts.md': '# 9 Texts\n\n## 9.5 Samples\n\nAs (9.5) says.\n',
  'docs/contract/screens.md': '# Screens\n\n## 8 Errors\n',
  'docs/contract/behaviours.md': '# Behaviours\n\n### A7 Lists\n\n- **B052** given a\n',
}

function faultsOf(files: Record<string, string>): string[] {
  const faults = contractReferences.find(makeRepository({ ...contract, ...files })) as Fault[]
  return faults.map(
    ({ file, line, message }) => `${file}:${line} ${message.replace(' is not in docs/contract/', '')}`,
  )
}

test('references that lead somewhere are fine', () => {
  expect(
    faultsOf({
      'packages/server/src/a.ts': `
        /** Paths (api-core 1.1, 1.2, D1), as screens 8 and api-extensions 9 and 9.5 have them (D1). */
        export const a = 1
        /**
         * Bodies of at most 300 kB, after 10 s (api-core
         * 1.2). 'api-core' alone is no reference.
         */
        export const b = 'api-core 7.7 in a string'`,
      'packages/server/src/a.test.ts': `
        // The fixture of behaviours-core A7.
        test('B052 D1 answers', () => {})
        test('a colour such as #B720 or B999 later in a name', () => {})`,
      'docs/a.md': 'See `spec` api-core 1.1 to 1.2.\n',
    }),
  ).toEqual([])
})

test('dead references in comments are faults, in the line where they begin', () => {
  expect(
    faultsOf({
      'packages/server/src/a.ts': `/**
 * Paths (api-core 1.1, 1.3, D2).
 * Screens (screens 9), D3 and api-extensions 9.6.
 */
export const a = 1
/** Lists (behaviours-core A8). */
export const b = 2
`,
    }).sort(),
  ).toEqual([
    'packages/server/src/a.ts:2 api-core 1.3',
    'packages/server/src/a.ts:2 api-core D2',
    'packages/server/src/a.ts:3 D3',
    'packages/server/src/a.ts:3 api-extensions 9.6',
    'packages/server/src/a.ts:3 screens 9',
    'packages/server/src/a.ts:6 behaviours-core A8',
  ])
})

test('a test named after a behaviour or decision that does not exist is a fault', () => {
  expect(
    faultsOf({
      'packages/server/src/a.test.ts': "test('B052 B053 D4 answers', () => {})\n",
      'packages/server/src/a.ts': "export const name = 'B054 is no test'\n",
    }).sort(),
  ).toEqual(['packages/server/src/a.test.ts:1 B053', 'packages/server/src/a.test.ts:1 D4'])
})

test('documents are read, too, and those of the contract cite their own sections by number alone', () => {
  expect(
    faultsOf({
      'docs/contract-differences.md': '| B053 | why |\n',
      'README.md': 'Line\n\nSee api-core 2.1.\n',
      'docs/contract/extensions/7-lock.md': '# 7 Lock\n\nAs elsewhere (9.5, 9.9), for 10 s (10).\n',
    }).sort(),
  ).toEqual([
    'README.md:3 api-core 2.1',
    'docs/contract-differences.md:1 B053',
    'docs/contract/extensions/7-lock.md:3 api-extensions 9.9',
  ])
})

test('a repository without the contract has no faults', () => {
  const repository = makeRepository({ 'docs/a.md': 'See api-core 2.1.\n' })
  expect(contractReferences.find(repository)).toEqual([])
})
