import { expect, test } from 'vitest'
import type { SentHandler } from '../../../points/composer/composer-extension.ts'
import type { StoreRecord } from '../../../store/record.ts'
import { openApp } from '../open-app.ts'
import { sentNote } from './sent-note.ts'

const record = { type: 'posts', id: '7', relationships: {} } as unknown as StoreRecord<'posts'>
const target = { kind: 'reply', discussionId: '3' } as const

async function noteOf(sent?: Record<string, SentHandler>) {
  const { app, failures } = await openApp(sent && { sent })
  return { note: await sentNote(app, { target, record }), failures }
}

test('without handlers there is nothing to say', async () => {
  expect(await noteOf()).toEqual({ note: undefined, failures: [] })
})

test('handlers know the text, and the first note is taken', async () => {
  const { note } = await noteOf({
    silent: () => undefined,
    first: (sent) => ({ text: `${sent.target.kind} ${sent.record.id}`, isPrivate: true }),
    second: () => ({ text: 'second' }),
  })
  expect(note).toEqual({ text: 'reply 7', isPrivate: true })
})

test('a handler that throws is reported, and others are asked', async () => {
  const { note, failures } = await noteOf({
    odd: () => {
      throw new Error('broken')
    },
    even: () => ({ text: 'even' }),
  })
  expect({ note, failures }).toEqual({ note: { text: 'even' }, failures: ['odd'] })
})
