import { expect, test } from 'vitest'
import { MemoryStorage } from '../../../store/memory-storage.ts'
import { Intentions } from './intentions.ts'

const day = 24 * 3600 * 1000
const reply = { userId: '7', path: '/d/5-title', target: { kind: 'reply', discussionId: '5' } } as const

/** Two tabs of one browser. */
function openTabs() {
  const storage = new MemoryStorage()
  return { storage, one: new Intentions(storage), other: new Intentions(storage) }
}

test('an intention is there for the same user in another tab, until it is dropped', () => {
  const { one, other } = openTabs()
  one.keep(reply)
  expect(other.read('8')).toBeUndefined()
  expect(other.read('7')).toEqual(reply)
  other.drop()
  expect(one.read('7')).toBeUndefined()
})

test('an intention ends after a day', () => {
  const { one } = openTabs()
  one.keep(reply, 1000)
  expect(one.read('7', 999 + day)).toEqual(reply)
  expect(one.read('7', 1000 + day)).toBeUndefined()
})

test('the front page alone does not replace an intention', () => {
  const { one } = openTabs()
  one.keep(reply)
  one.keep({ userId: '7', path: '/' })
  expect(one.read('7')).toEqual(reply)
  one.keep({ userId: '7', path: '/settings' })
  expect(one.read('7')).toEqual({ userId: '7', path: '/settings' })
})

test.each([
  'no json',
  'null',
  '5',
  '{}',
  JSON.stringify({ userId: '7', path: '//evil.example/', until: Number.MAX_SAFE_INTEGER }),
  JSON.stringify({ userId: '7', path: 'https://evil.example/', until: Number.MAX_SAFE_INTEGER }),
  JSON.stringify({ userId: '7', path: '/settings', until: 'tomorrow' }),
])('%s is no intention', (stored) => {
  const { storage, one } = openTabs()
  storage.setItem('parley.intention', stored)
  expect(one.read('7')).toBeUndefined()
})

test('a target that is none leaves the page', () => {
  const { storage, one } = openTabs()
  const kept = { userId: '7', path: '/settings', target: 'post:5', until: Number.MAX_SAFE_INTEGER }
  storage.setItem('parley.intention', JSON.stringify(kept))
  expect(one.read('7')).toEqual({ userId: '7', path: '/settings' })
})

test('without storage nothing is kept', () => {
  const none = new Intentions(undefined)
  none.keep(reply)
  expect(none.read('7')).toBeUndefined()
})
