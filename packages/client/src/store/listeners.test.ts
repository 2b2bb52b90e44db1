import { expect, test } from 'vitest'
import { KeyedListeners } from './listeners.ts'

test('listeners hear of their key only, until they are removed', () => {
  const listeners = new KeyedListeners()
  const calls: string[] = []
  const remove = listeners.add('posts:1', () => calls.push('one'))
  listeners.add('posts:2', () => calls.push('two'))
  listeners.notify('posts:1')
  remove()
  listeners.notify('posts:1')
  listeners.notify('posts:2')
  expect(calls).toEqual(['one', 'two'])
})

test('a key without listeners is forgotten; removing twice leaves later listeners alone', () => {
  const listeners = new KeyedListeners()
  const remove = listeners.add('posts:1', () => {})
  expect({ has: listeners.has('posts:1'), isEmpty: listeners.isEmpty }).toEqual({ has: true, isEmpty: false })
  remove()
  expect({ has: listeners.has('posts:1'), isEmpty: listeners.isEmpty }).toEqual({ has: false, isEmpty: true })
  listeners.add('posts:1', () => {})
  remove()
  expect(listeners.has('posts:1')).toBe(true)
})
