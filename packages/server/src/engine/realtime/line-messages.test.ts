import { expect, test } from 'vitest'
import type { TableChange } from '../../infrastructure/db/changes.ts'
import { readMessage, writeChanges, writeEvent } from './line-messages.ts'

const change = (id: number, ids = [id]): TableChange => ({
  table: 'posts',
  kind: 'update',
  columns: ['content'],
  knownValues: new Map([['id', ids]]),
})
const fits = (text: string) => Buffer.byteLength(text) < 8000 - 12

test('events and changes arrive as they were sent', () => {
  const event = { name: 'rung', data: { postId: 7, text: 'ä' } }
  expect(readMessage(writeEvent(event))).toEqual({ event })
  const changes = [change(1), { table: undefined, kind: 'update', knownValues: new Map() } as const]
  expect(writeChanges(changes).map(readMessage)).toEqual([{ changes }])
})

test('many changes take several messages, and a change of too many rows is one of unknown rows', () => {
  const many = Array.from({ length: 500 }, (_, id) => change(id + 1_000_000))
  const messages = writeChanges(many)
  expect(messages.length).toBeGreaterThan(1)
  expect(messages.every(fits)).toBe(true)
  expect(messages.flatMap((text) => readMessage(text).changes ?? [])).toEqual(many)
  const ids = Array.from({ length: 5000 }, (_, id) => id)
  const [large = ''] = writeChanges([change(0, ids)])
  expect(fits(large)).toBe(true)
  expect(readMessage(large).changes).toEqual([{ ...change(0), knownValues: new Map() }])
})

test('of a flood only the fact arrives', () => {
  const flood = Array.from({ length: 20_000 }, (_, id) => change(id))
  expect(writeChanges(flood).map(readMessage)).toEqual([{}])
})

test.each(['', '{', 'null', '7', '{"changes":7}', '{"changes":[7]}', '{"later":1}'])(
  'the message %j of another version is about unknown changes',
  (text) => {
    expect(readMessage(text)).toEqual({})
  },
)
