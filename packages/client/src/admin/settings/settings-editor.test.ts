import { expect, test } from 'vitest'
import { ApiError } from '../../store/api-error.ts'
import type { SettingsDocument } from './settings-document.ts'
import { type EditorAccess, SettingsEditor } from './settings-editor.ts'

/** A document with the settings of a page, in a version. */
function documentOf(values: Record<string, string | null>, version = '1'): SettingsDocument {
  const data = Object.entries(values).map(([id, value]) => ({
    id,
    attributes: { page: 'basics', label: id, field: { kind: 'text' }, value, isDefault: false },
  }))
  return { data, meta: { version } }
}

/** An editor whose saves are answered by `answer`, and what was sent. */
function open(answer: (body: unknown) => SettingsDocument) {
  const sent: { path: string; body: unknown }[] = []
  let stored = documentOf({ title: 'Old', text: null })
  const api = {
    request: async (path: string, { method, body }: { method?: string; body?: unknown } = {}) => {
      if (method !== 'POST') return stored
      sent.push({ path, body })
      stored = answer(body)
      return null
    },
  }
  const app = {
    api,
    alerts: { showError: () => undefined },
    forum: { baseOrigin: 'https://example.org' },
    store: { push: () => undefined },
  } as unknown as EditorAccess
  return { editor: new SettingsEditor(app, 'basics', stored), sent }
}

const refusal = (status: number, errors: ConstructorParameters<typeof ApiError>[0]['errors']) =>
  new ApiError({ status, url: 'https://example.org/api/settings', ...(errors && { errors }) })

test('only what differs from the stored text is a change', () => {
  const { editor } = open(() => documentOf({}))
  editor.edit('title', 'New')
  editor.edit('text', 'Words')
  expect(editor.state.edits).toEqual({ title: 'New', text: 'Words' })
  editor.edit('title', 'Old')
  editor.edit('text', '')
  expect(editor.hasEdits).toBe(false)
})

test('a number raises the setting that is never below it', () => {
  const field = { kind: 'number', raises: 'max' }
  const { data, meta } = documentOf({ min: '1', max: '3' })
  const [min, max] = data.map((each) => each)
  const { editor } = open(() => documentOf({}))
  if (!min || !max) throw new Error('No settings')
  const raising = { ...min, attributes: { ...min.attributes, field } }
  editor.adopt({ data: [raising, max], meta: { version: String(Number(meta.version) + 1) } })
  editor.edit('min', '2')
  expect(editor.state.edits).toEqual({ min: '2' })
  editor.edit('min', '5')
  expect(editor.state.edits).toEqual({ min: '5', max: '5' })
  editor.edit('max', '4')
  expect(editor.state.edits).toEqual({ min: '5', max: '4' })
})

test('changes are sent together with the version that was seen', async () => {
  const { editor, sent } = open(() => documentOf({ title: 'New', text: null }, '2'))
  editor.edit('title', 'New')
  expect(await editor.save()).toBe(true)
  expect(sent).toEqual([{ path: '/settings?version=1', body: { title: 'New' } }])
  expect(editor.state).toMatchObject({ phase: 'saved', edits: {}, savedAt: expect.any(String) })
  expect(await editor.save()).toBe(false)
  expect(sent).toHaveLength(1)
})

test('the former text that is typed while a change is saved, or right after, is a change', async () => {
  const { editor } = open((body) => documentOf({ title: null, text: null, ...(body as object) }, '2'))
  const shown: unknown[] = []
  editor.subscribe(() => shown.push(editor.state.settings[0]?.value))
  editor.edit('title', 'New')
  const saving = editor.save()
  editor.edit('title', 'Old')
  await saving
  expect(editor.state.edits).toEqual({ title: 'Old' })
  // What was saved is shown at once, not the former text.
  expect(shown.indexOf('New')).toBeGreaterThan(shown.lastIndexOf('Old'))
})

test('a refused value stays, with the message beside its field', async () => {
  const { editor } = open(() => {
    throw refusal(422, [
      {
        status: '422',
        code: 'validation_error',
        detail: 'Too long.',
        source: { pointer: '/data/attributes/title' },
      },
    ])
  })
  editor.edit('title', 'Far too long')
  expect(await editor.save()).toBe(false)
  expect(editor.state).toMatchObject({
    phase: 'idle',
    edits: { title: 'Far too long' },
    errors: { title: 'Too long.' },
    refused: { key: 'title' },
  })
  editor.edit('title', 'Short')
  expect(editor.state.errors).toEqual({})
})

test('a conflict keeps the change and shows the other value, which can be taken', async () => {
  let isFirst = true
  const { editor, sent } = open((body) => {
    if (!isFirst) return documentOf({ title: 'Old', text: null, ...(body as object) }, '6')
    isFirst = false
    throw refusal(409, [
      {
        status: '409',
        code: 'conflict',
        source: { pointer: '/data/attributes/title' },
        meta: { value: 'Theirs' },
      },
    ])
  })
  editor.edit('title', 'Mine')
  editor.edit('text', 'Also mine')
  expect(await editor.save()).toBe(false)
  expect(editor.state).toMatchObject({
    edits: { title: 'Mine', text: 'Also mine' },
    conflicts: { title: 'Theirs' },
  })
  editor.adopt(documentOf({ title: 'Theirs', text: null }, '5'))
  editor.yield('title')
  expect(editor.state).toMatchObject({ edits: { text: 'Also mine' }, conflicts: {} })
  expect(await editor.save()).toBe(true)
  expect(sent[1]).toEqual({ path: '/settings?version=5', body: { text: 'Also mine' } })
})

test('an older document changes nothing', () => {
  const { editor } = open(() => documentOf({}))
  editor.adopt(documentOf({ title: 'Newer', text: null }, '3'))
  editor.adopt(documentOf({ title: 'Older', text: null }, '2'))
  expect(editor.state.settings[0]?.value).toBe('Newer')
})
