import { expect, test } from 'vitest'
import { type ComposerField, defineField } from '../../../points/composer/composer-extension.ts'
import { openApp } from '../open-app.ts'
import { fieldAdditions, fieldsOf, missingField, originalFields, restoreFields } from './field-states.ts'

const discussion = { kind: 'discussion' } as const
const reply = { kind: 'reply', discussionId: '5' } as const

const labels = (changes: Partial<ComposerField<readonly string[]>> = {}) =>
  defineField<readonly string[]>({
    appliesTo: ({ kind }) => kind === 'discussion',
    initial: () => [],
    restore: (value) => (Array.isArray(value) ? value.filter((id) => typeof id === 'string') : undefined),
    isMissing: (ids) => ids.length === 0,
    send: (ids) => ({ relationships: { labels: { data: ids.map((id) => ({ type: 'labels', id })) } } }),
    ...changes,
  })

const broken = () => {
  throw new Error('broken')
}

test('the core has a title for discussions, and a content', async () => {
  const { app } = await openApp()
  expect(fieldsOf(app, discussion).map(({ name }) => name)).toEqual(['title', 'content'])
  expect(fieldsOf(app, reply).map(({ name }) => name)).toEqual(['content'])
  expect(originalFields(app, reply)).toEqual({ title: '', content: '' })
  const fields = (title: string, content: string) => ({ title, content })
  expect(missingField(app, discussion, fields(' ', 'x'))).toBe('title')
  expect(missingField(app, discussion, fields('x'.repeat(81), 'x'))).toBe('title')
  expect(missingField(app, discussion, fields('x', ''))).toBe('content')
  expect(missingField(app, reply, fields('', 'x'))).toBeUndefined()
  expect(fieldAdditions(app, discussion, fields('x', 'x'))).toEqual({ attributes: {}, relationships: {} })
})

test('a field of an extension has values, may be missing, and is sent', async () => {
  const { app } = await openApp({ fields: { labels: labels() } })
  const original = originalFields(app, discussion)
  expect(original).toEqual({ title: '', content: '', labels: [] })
  expect(originalFields(app, reply)).not.toHaveProperty('labels')
  expect(missingField(app, discussion, { ...original, title: 'x', content: 'x' })).toBe('labels')
  expect(restoreFields(app, discussion, { ...original, labels: ['1', 2] }).labels).toEqual(['1'])
  expect(restoreFields(app, discussion, { ...original, labels: 'x' }).labels).toBeUndefined()
  expect(fieldAdditions(app, discussion, { ...original, labels: ['1'] }).relationships).toEqual({
    labels: { data: [{ type: 'labels', id: '1' }] },
  })
})

test('a field that fails is reported and does not stand in the way', async () => {
  const { app, failures } = await openApp({
    fields: { labels: labels({ isMissing: broken, restore: broken }), more: labels({ appliesTo: broken }) },
  })
  expect(missingField(app, reply, { title: '', content: 'x' })).toBeUndefined()
  expect(missingField(app, discussion, { title: 'x', content: 'x', labels: [] })).toBeUndefined()
  expect(restoreFields(app, discussion, { title: 'x', content: 'x', labels: [] })).toMatchObject({
    title: 'x',
  })
  expect(new Set(failures)).toEqual(new Set(['odd']))
})
