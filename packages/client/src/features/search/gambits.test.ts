import { expect, test } from 'vitest'
import { assemble } from '../../app/app.ts'
import type { App } from '../../points/app.ts'
import type { Gambit } from '../../points/gambits.ts'
import { freeText } from './free-text.ts'
import { completeGambits, typedAuthor, typedValue } from './gambits.ts'

const gambits = new Map<string, Gambit>([
  ['author:', { text: 'by an author', example: 'mira' }],
  ['is:unread', { text: 'unread', when: ({ userId }) => userId !== undefined }],
  ['is:locked', { text: 'locked' }],
])

/** The part of an app that gambits read. */
function appOf(userId: string | undefined): App {
  const app: Pick<App, 'gambits' | 'userId'> = { gambits, userId }
  return app as App
}

function completions(text: string, userId: string | undefined = '1'): { name: string; completed: string }[] {
  return completeGambits(text, appOf(userId)).map(({ name, completed }) => ({ name, completed }))
}

test.each([
  ['trains author:mira -is:locked', 'trains'],
  ['IS:UNREAD night', 'night'],
  ['author: is:else http://x', 'author: is:else http://x'],
  ['"author:two words" more', 'more'],
  ['', ''],
])('the words of %j without gambits are %j', (text, free) => {
  expect(freeText(text, gambits)).toBe(free)
})

test('the last word is completed, and the text before it is kept', () => {
  expect(completions('aut')).toEqual([{ name: 'author:', completed: 'author:' }])
  expect(completions('night -is')).toEqual([
    { name: '-is:unread', completed: 'night -is:unread ' },
    { name: '-is:locked', completed: 'night -is:locked ' },
  ])
  expect(completions('Lock')).toEqual([{ name: 'is:locked', completed: 'is:locked ' }])
  expect(completions('is:locked')).toEqual([])
  expect(completions('author:mira')).toEqual([])
  expect(completions('nothing like that')).toEqual([])
})

test('all gambits for the reader are offered at the beginning of a word', () => {
  expect(completions('').map(({ name }) => name)).toEqual(['author:', 'is:unread', 'is:locked'])
  expect(completions('night ', undefined).length).toBe(3)
  expect(completeGambits('', appOf(undefined)).map(({ name }) => name)).toEqual(['author:', 'is:locked'])
})

test('an enabled extension adds gambits to those of the core', () => {
  const extension = { gambits: { 'is:locked': { text: 'lock.locked' } } }
  const lock = { id: 'lock', extension, parts: new Map() }
  const core = ['author:', 'created:', 'is:unread', 'is:hidden']
  expect([...assemble([lock], []).points.gambits.keys()]).toEqual(core)
  expect([...assemble([lock], ['lock']).points.gambits.keys()]).toEqual([...core, 'is:locked'])
})

test('the name after author: is completed while it is the last word', () => {
  expect(typedAuthor('tea -Author:Mi')).toEqual({ before: 'tea -Author:', name: 'mi' })
  expect(typedAuthor('author:')).toEqual({ before: 'author:', name: '' })
  for (const text of ['author:mi ', 'author:mi tea', 'coauthor:mi', 'mi'])
    expect(typedAuthor(text)).toBeUndefined()
})

test('the value of a gambit that completes values is known while it is the last word', () => {
  const complete = async () => []
  const tag: Gambit = { text: 'tag', complete, when: ({ userId }) => userId !== undefined }
  const app = { ...appOf('1'), gambits: new Map([...gambits, ['tag:', tag]]) }
  expect(typedValue('tea -Tag:New', app)).toEqual({ gambit: tag, before: 'tea -Tag:', typed: 'new' })
  expect(typedValue('tag:a,b:c', app)).toEqual({ gambit: tag, before: 'tag:', typed: 'a,b:c' })
  for (const text of ['tag', 'tag:new ', 'author:mi', 'is:locked', 'x:y', 'xtag:new'])
    expect({ text, value: typedValue(text, app) }).toEqual({ text, value: undefined })
  expect(typedValue('tag:', { ...app, userId: undefined })).toBeUndefined()
})
