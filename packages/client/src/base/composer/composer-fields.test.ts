import { beforeEach, expect, test, vi } from 'vitest'
import type { ComposerFields } from '../../points/composer/composer-target.ts'
import { ApiError } from '../../store/api-error.ts'
import { FakeBrowser, type FakeTab } from './fake-browser.ts'
import { openComposer } from './open-composer.ts'
import type { Submission } from './outbox.ts'

let browser: FakeBrowser
let tab: FakeTab
const target = { kind: 'discussion' } as const

beforeEach(() => {
  browser = new FakeBrowser()
  tab = browser.openTab()
})

/** The composer of a page whose extension has a field for tags. */
const openWithTags = (
  restoreFields = (_: unknown, fields: ComposerFields): Partial<ComposerFields> => fields,
) =>
  openComposer(tab, { originalFields: () => ({ title: '', content: '', tags: [] }), restoreFields }).composer

const storedDraft = () => {
  const key = browser.local.key(0)
  return key === null ? undefined : JSON.parse(browser.local.getItem(key) ?? '')
}

test('a field alone is unsaved text, and its draft is restored', async () => {
  const composer = openWithTags()
  await composer.open(target)
  composer.change({ tags: [] })
  expect(composer.hasUnsavedChanges).toBe(false)
  composer.change({ tags: ['2', '5'] })
  expect(composer.hasUnsavedChanges).toBe(true)
  expect(storedDraft()).toMatchObject({ title: '', fields: { tags: ['2', '5'] } })
  const again = openWithTags()
  await again.open(target)
  expect(again.state).toMatchObject({ draft: 'restored', fields: { tags: ['2', '5'] } })
  again.change({ tags: [] })
  expect(browser.local.length).toBe(0)
})

test('a draft keeps no field that is as it was', async () => {
  const composer = openWithTags()
  await composer.open(target)
  composer.change({ title: 'Quay' })
  expect(storedDraft()).not.toHaveProperty('fields')
  expect(storedDraft()).toMatchObject({ title: 'Quay', content: '' })
})

test('a value that is refused when it is restored is the original one', async () => {
  const composer = openWithTags()
  await composer.open(target)
  composer.change({ title: 'Quay', tags: ['gone'] })
  const again = openWithTags((_, fields) => ({ ...fields, tags: undefined }))
  await again.open(target)
  expect(again.state.fields).toEqual({ title: 'Quay', content: '', tags: [] })
})

test('the value of an extension that is disabled stays in the draft', async () => {
  const composer = openWithTags()
  await composer.open(target)
  composer.change({ title: 'Quay', tags: ['2'] })
  const { composer: without } = openComposer(tab)
  await without.open(target)
  without.change({ title: 'Quay 5' })
  expect(storedDraft()).toMatchObject({ title: 'Quay 5', fields: { tags: ['2'] } })
})

test('initial values are no change; a draft keeps them, and a text with other ones is another', async () => {
  const composer = openWithTags()
  await composer.open(target, { fields: { tags: ['7'] } })
  expect(composer.state.fields.tags).toEqual(['7'])
  expect(composer.hasUnsavedChanges).toBe(false)
  await composer.open(target, { fields: { tags: ['8'] } })
  expect(composer.state.fields.tags).toEqual(['8'])
  composer.change({ content: 'Hello' })
  expect(storedDraft()).toMatchObject({ content: 'Hello', fields: { tags: ['8'] } })
  await composer.open(target, { fields: { tags: ['9'] } })
  expect(composer.state.fields).toEqual({ title: '', content: '', tags: ['9'] })
  const again = openWithTags()
  await again.open(target)
  expect(again.state.fields).toMatchObject({ content: 'Hello', tags: ['8'] })
})

test('passing texts are in no draft, nor in a text that is brought back', async () => {
  const { composer, undos } = openComposer(tab)
  await composer.open(target)
  composer.placeholders.add('[Uploading map.png…]()')
  composer.change({ content: 'See [Uploading map.png…]() here' })
  expect(storedDraft().content).toBe('See  here')
  expect(composer.state.fields.content).toContain('Uploading')
  composer.close()
  undos[0]?.()
  await vi.waitFor(() => expect(composer.state.fields.content).toBe('See  here'))
})

test('what steps added is sent again with the same key, also by another page', async () => {
  const composer = openWithTags()
  await composer.open(target)
  composer.change({ title: 'Quay', content: 'Hello' })
  const additions = { attributes: { tone: 'calm' }, relationships: { tags: { data: [] } } }
  const sent: Submission[] = []
  const lose = async (submission: Submission) => {
    sent.push(submission)
    throw new ApiError({ status: 0, url: '' })
  }
  await expect(composer.send(lose, additions)).rejects.toThrow()
  expect(composer.outbox.isRepeated).toBe(true)
  await expect(composer.send(lose, { attributes: { tone: 'cross' } })).rejects.toThrow()
  expect(sent.map((one) => one.additions)).toEqual([additions, additions])
  expect(sent[1]?.key).toBe(sent[0]?.key)

  const again = openWithTags()
  await again.open(target)
  expect(again.state.additions).toEqual(additions)
  again.change({ content: 'Changed' })
  expect(again.state.additions).toBeUndefined()
  expect(again.outbox.isRepeated).toBe(false)
  expect(storedDraft()).not.toHaveProperty('additions')
})

test('a refused text forgets what steps added', async () => {
  const composer = openWithTags()
  await composer.open(target)
  composer.change({ content: 'Hello' })
  const refuse = () => Promise.reject(new ApiError({ status: 422, url: '' }))
  await expect(composer.send(refuse, { attributes: { tone: 'calm' } })).rejects.toThrow()
  expect(composer.state.additions).toBeUndefined()
  expect(composer.outbox.isRepeated).toBe(false)
})

test('an appended text goes through the text field, where it can be undone', async () => {
  const composer = openWithTags()
  await composer.open(target)
  composer.change({ content: 'Hello' })
  const edits: unknown[] = []
  composer.editor = {
    replace: (...edit: unknown[]) => edits.push(edit) > 0,
  } as unknown as NonNullable<typeof composer.editor>
  await composer.open(target, { insert: '> Quoted' })
  expect(edits).toEqual([[5, 5, '\n\n> Quoted']])
  // The field shows another text until it is rendered again.
  await composer.open({ kind: 'reply', discussionId: '5' }, { insert: '> Quoted' })
  expect(edits).toHaveLength(1)
  expect(composer.state.fields.content).toBe('> Quoted')
})
