import { expect, test } from 'vitest'
import { type ComposerField, defineField } from '../../../points/composer/composer-extension.ts'
import { openApp } from '../open-app.ts'
import { fieldAdditions, fieldsOf, missingField, originalFields, restoreFields } from './field-states.ts'

const discussion = { kind: 'discussion' } as const
const reply = { kind: 'reply', discussionId: '5' } as const

const tags = (changes: Partial<ComposerField<readonly string[]>> = {}) =>
  defineField<readonly string[]>({
    appliesTo: ({ kind }) => kind === 'discussion',
    initial: () => [],
    restore: (value) => (Array.isArray(value) ? value.filter((id) => typeof id === 'string') : undefined),
    isMissing: (ids) => ids.length === 0,
    send: (ids) => ({ relationships: { tags: { data: ids.map((id) => ({ type: 'tags', id })) } } }),
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
  const { app } = await openApp({ fields: { tags: tags() } })
  const original = originalFields(app, discussion)
  expect(original).toEqual({ title: '', content: '', tags: [] })
  expect(originalFields(app, reply)).not.toHaveProperty('tags')
  expect(missingField(app, discussion, { ...original, title: 'x', content: 'x' })).toBe('tags')
  expect(restoreFields(app, discussion, { ...original, tags: ['1', 2] }).tags).toEqual(['1'])
  expect(restoreFields(app, discussion, { ...original, tags: 'x' }).tags).toBeUndefined()
  expect(fieldAdditions(app, discussion, { ...original, tags: ['1'] }).relationships).toEqual({
    tags: { data: [{ type: 'tags', id: '1' }] },
  })
})

test('a field that fails is reported and does not stand in the way', async () => {
  const { app, failures } = await openApp({
    fields: { tags: tags({ isMissing: broken, restore: broken }), more: tags({ appliesTo: broken }) },
  })
  expect(missingField(app, reply, { title: '', content: 'x' })).toBeUndefined()
  expect(missingField(app, discussion, { title: 'x', content: 'x', tags: [] })).toBeUndefined()
  expect(restoreFields(app, discussion, { title: 'x', content: 'x', tags: [] })).toMatchObject({ title: 'x' })
  expect(new Set(failures)).toEqual(new Set(['odd']))
})
