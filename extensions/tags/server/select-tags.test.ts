import { join } from 'node:path'
import { defineExtension } from '@parley/server'
import { createTestForum, readExtension } from '@parley/testing'
import { expect, test } from 'vitest'
import { selectTags, storedTagIds } from '../contract/server.ts'

declare module '@parley/server' {
  interface SettingTypes {
    parade_tags: number[]
  }
}

const tags = await readExtension(join(import.meta.dirname, '..'))
const parade = {
  id: 'parade',
  title: 'Parade',
  version: '1.0.0',
  declaration: defineExtension({
    settings: {
      parade_tags: {
        schema: storedTagIds(),
        default: [],
        form: { field: selectTags, label: 'core.ref.reply' },
      },
    },
  }),
}

test('another extension has a setting that is some tags, stored as a JSON array of their ids', async () => {
  const forum = await createTestForum({ extensions: [tags, parade] })
  const admin = await forum.as(1)
  const send = async (text: string | null) =>
    (await admin.post('/api/settings', { parade_tags: text })).status
  const value = () => forum.current.settings.get('parade_tags')
  expect(value()).toEqual([])
  expect(await send('[3,"1",3]')).toBe(204)
  expect(value()).toEqual([3, 1])
  for (const text of ['[0]', '{"id":1}', '3', '[', '[null]', `[${'1,'.repeat(1000)}1]`])
    expect([text, await send(text)]).toEqual([text, 422])
  expect(value()).toEqual([3, 1])
  for (const nothing of ['', '[]', null]) {
    expect(await send(nothing)).toBe(204)
    expect(value()).toEqual([])
  }
  const { body } = await admin.get('/api/admin/settings?page=parade')
  expect(body.data).toMatchObject([
    { id: 'parade_tags', attributes: { field: { kind: 'component', component: 'flarum-tags.select-tags' } } },
  ])
})
