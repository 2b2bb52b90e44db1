import { expect, test } from 'vitest'
import { assemble } from '../../app/app.ts'
import type { App } from '../../base/app-context.ts'
import type { Gambit } from '../../base/points/gambit.ts'
import { freeText, offeredGambits } from './gambits.ts'

const gambits = new Map<string, Gambit>([
  ['author:', { text: 'by somebody', example: 'mira' }],
  ['is:unread', { text: 'unread', when: ({ userId }) => userId !== undefined }],
  ['is:locked', { text: 'locked' }],
])

/** As much of an app as gambits ask about. */
function appOf(userId: string | undefined): App {
  const app: Pick<App, 'gambits' | 'userId'> = { gambits, userId }
  return app as App
}

function offered(text: string, userId: string | undefined = '1'): string[][] {
  return offeredGambits(text, appOf(userId)).map(({ name, completed }) => [name, completed])
}

test.each([
  ['trains author:mira -is:locked', 'trains'],
  ['IS:UNREAD night', 'night'],
  ['author: is:else http://x', 'author: is:else http://x'],
  ['"author:two words" more', 'more'],
  ['', ''],
])('%j looks for the text %j', (text, free) => {
  expect(freeText(text, gambits)).toBe(free)
})

test('what is typed is completed, behind what stands before it', () => {
  expect(offered('aut')).toEqual([['author:', 'author:']])
  expect(offered('night -is')).toEqual([
    ['-is:unread', 'night -is:unread '],
    ['-is:locked', 'night -is:locked '],
  ])
  expect(offered('Lock')).toEqual([['is:locked', 'is:locked ']])
  expect(offered('is:locked')).toEqual([])
  expect(offered('author:mira')).toEqual([])
  expect(offered('nothing like that')).toEqual([])
})

test('all are offered where a word begins, but those that are not for the reader', () => {
  expect(offered('').map(([name]) => name)).toEqual(['author:', 'is:unread', 'is:locked'])
  expect(offered('night ', undefined).length).toBe(3)
  expect(offeredGambits('', appOf(undefined)).map(({ name }) => name)).toEqual(['author:', 'is:locked'])
})

test('the core has its own, and an enabled extension adds its own', () => {
  const extension = { gambits: { 'is:locked': { text: 'lock.locked' } } }
  const lock = { id: 'lock', extension, soft: new Map() }
  const core = ['author:', 'created:', 'is:unread', 'is:hidden']
  expect([...assemble([lock], []).gambits.keys()]).toEqual(core)
  expect([...assemble([lock], ['lock']).gambits.keys()]).toEqual([...core, 'is:locked'])
})
