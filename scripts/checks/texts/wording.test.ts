import { expect, test } from 'vitest'
import { makeRepository } from '../fixture.ts'
import { checkMessage, wording } from './wording.ts'

test.each([
  'WIP posts',
  'add posts',
  'Added posts',
  'Add posts.',
  'Fix #12',
  `Add ${'very '.repeat(20)}long subject`,
  'Add posts\n\nGenerated with a tool',
])('the commit message "%s" is reported', (message) => {
  expect(checkMessage('abc', message)).not.toEqual([])
})

test('a plain imperative is fine', () => {
  expect(
    checkMessage('abc', 'Keep counters exact after rollback\n\nThe old way counted. It was slow.'),
  ).toEqual([])
})

test('unfinished work, machine paths and registry hosts in files are reported by line', async () => {
  const unfinished = ['TO', 'DO'].join('')
  const repository = makeRepository({
    'packages/server/src/a.ts': `export const a = 1\n// ${unfinished} later\n`,
    'docs/a.md': 'see /home/jane/notes\n',
    'package-lock.json': `{ "resolved": "https://registry.${'npmjs'}.org/zod" }\n`,
    'docs/b.md': 'a path such as /etc/hosts and packages/home/page\n',
  })
  const faults = await wording.find(repository)
  expect(faults.map(({ file, line }) => `${file}:${line}`).sort()).toEqual([
    'docs/a.md:1',
    'package-lock.json:1',
    'packages/server/src/a.ts:2',
  ])
})
