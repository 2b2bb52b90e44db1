import { admin, createTestForum, eachTestForum, makeUser, type TestForum } from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { moderators } from '../../points/context/actor.ts'
import { defineExtension } from '../../points/extension.ts'
import { secretMask } from '../../points/settings/setting-form.ts'

const section = { heading: 'core.admin.nav.title' }

/** Declares settings of several kinds on a page of its own. */
const kinds = {
  id: 'kinds',
  title: 'Kinds',
  version: '1.0.0',
  declaration: defineExtension({
    settings: {
      'kinds.secret': {
        schema: z.string().nullable(),
        default: null,
        form: { order: 2, field: { kind: 'secret' }, label: 'core.ref.password' },
      },
      'kinds.size': {
        schema: z.string().regex(/^\d+$/),
        default: 10,
        form: {
          section,
          row: 'core.ref.discussions',
          field: { kind: 'number', min: 1 },
          label: 'core.ref.posts',
        },
      },
      'kinds.words': {
        schema: z.string().transform((value) => value.split('\n')),
        default: ['one', 'two'],
        form: { order: 1, field: { kind: 'list' }, label: 'core.ref.search' },
      },
      'kinds.pairs': {
        schema: z.string().transform((value) => new Map(Object.entries(JSON.parse(value)))),
        default: new Map(),
        form: { order: 3, field: { kind: 'code' }, label: 'core.ref.search', defaultText: '{}' },
      },
      'kinds.only_single_log_in': {
        schema: z.string().nullable(),
        default: null,
        refuse: (value) => (value === '1' ? 'core.api.malformed_document_message' : undefined),
        form: { section, order: -1, field: { kind: 'switch' }, label: 'core.ref.security' },
      },
    },
  }),
}

interface Listed {
  data: { id: string; attributes: { page: string; value: string | null; isDefault: boolean } }[]
  meta: { version: string }
}

interface Fields {
  data: { id: string; attributes: { field: { options?: object[] } } }[]
}

async function listed(forum: TestForum, page?: string): Promise<Listed> {
  const query = page === undefined ? '' : `?page=${page}`
  const { body } = await (await forum.as(admin)).get(`/api/admin/settings${query}`)
  return body as unknown as Listed
}

const valuesOf = ({ data }: Listed) =>
  Object.fromEntries(data.map(({ id, attributes }) => [id, attributes.value]))

eachTestForum((open) => {
  test('the home page is chosen among the list of discussions and what extensions declare', async () => {
    const options = async (extensions: (typeof kinds)[]) => {
      const forum = await open({ extensions })
      const { data } = (await listed(forum, 'basics')) as unknown as Fields
      return data.find(({ id }) => id === 'default_route')?.attributes.field.options
    }
    const all = { value: '/all', name: 'All discussions' }
    expect(await options([kinds])).toEqual([all])
    const homePages = { '/harbors': { label: 'core.ref.posts' } }
    const harbors = { ...kinds, id: 'harbors', declaration: defineExtension({ homePages }) }
    expect(await options([harbors])).toEqual([all, { value: '/harbors', name: 'Posts' }])
  })

  test('administrators list the settings of a page in their order, with texts and values', async () => {
    const forum = await open({ extensions: [kinds] })
    const { status, body } = await (await forum.as(admin)).get('/api/admin/settings?page=kinds')
    expect(status).toBe(200)
    expect((body as unknown as Listed).data.map(({ id }) => id)).toEqual([
      'kinds.words',
      'kinds.secret',
      'kinds.pairs',
      'kinds.only_single_log_in',
      'kinds.size',
    ])
    expect((body as unknown as Listed).data[4]).toEqual({
      type: 'settings',
      id: 'kinds.size',
      attributes: {
        page: 'kinds',
        label: 'Posts',
        section: { heading: 'Administration' },
        row: 'Discussions',
        field: { kind: 'number', min: 1 },
        value: '10',
        isDefault: true,
      },
    })
    // Defaults as texts: a list, and one that says its own.
    expect(valuesOf(await listed(forum, 'kinds'))).toMatchObject({
      'kinds.words': 'one\ntwo',
      'kinds.pairs': '{}',
    })
  })

  test('secrets are masked, and the mask sent back keeps them', async () => {
    const forum = await open({ extensions: [kinds] })
    const asAdmin = await forum.as(admin)
    expect(valuesOf(await listed(forum, 'kinds'))['kinds.secret']).toBe(null)
    await asAdmin.post('/api/settings', { 'kinds.secret': 'open sesame' })
    const shown = valuesOf(await listed(forum))
    expect(shown['kinds.secret']).toBe(secretMask)
    expect(JSON.stringify(shown)).not.toContain('sesame')
    expect((await asAdmin.post('/api/settings', { 'kinds.secret': secretMask })).status).toBe(204)
    const stored = () => forum.current.settings.get('kinds.secret' as 'version')
    expect(stored()).toBe('open sesame')
    await asAdmin.post('/api/settings', { 'kinds.secret': '' })
    expect(stored()).toBe('')
  })

  test('of two administrators who save at once the second is told what changed', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const { meta } = await listed(forum, 'basics')
    const save = (settings: object) => asAdmin.post(`/api/settings?version=${meta.version}`, settings)
    expect((await save({ forum_title: 'First' })).status).toBe(204)
    const { status, body } = await save({ forum_title: 'Second', forum_description: 'Kept' })
    expect({ status, errors: body.errors }).toEqual({
      status: 409,
      errors: [
        {
          status: '409',
          code: 'conflict',
          detail: 'Someone else has changed “Forum title” since you opened the page.',
          source: { pointer: '/data/attributes/forum_title' },
          meta: { value: 'First' },
        },
      ],
    })
    const settled = await listed(forum, 'basics')
    expect(valuesOf(settled)).toMatchObject({ forum_title: 'First', forum_description: '' })
    // Neither other settings nor the same value are a conflict, and without a version there is none.
    expect((await save({ forum_description: 'Other', forum_title: 'First' })).status).toBe(204)
    expect((await asAdmin.post('/api/settings', { forum_title: 'Third' })).status).toBe(204)
  })

  test('of many who save at once with the same version one succeeds', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    const { meta } = await listed(forum, 'basics')
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((forum_title) =>
        asAdmin.post(`/api/settings?version=${meta.version}`, { forum_title }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409])
  })
})

describe('settings are refused', () => {
  test('with a reason where they would do harm', async () => {
    const forum = await createTestForum({ extensions: [kinds] })
    const asAdmin = await forum.as(admin)
    const answer = await asAdmin.post('/api/settings', { 'kinds.only_single_log_in': '1' })
    expect({ status: answer.status, pointer: answer.body.errors[0]?.source?.pointer }).toEqual({
      status: 422,
      pointer: '/data/attributes/kinds.only_single_log_in',
    })
    const unknown = await asAdmin.post('/api/settings', { default_locale: 'xx' })
    expect({ status: unknown.status, detail: unknown.body.errors[0]?.detail }).toEqual({
      status: 422,
      detail: 'This language isn’t installed. Readers would see another one.',
    })
    expect((await asAdmin.post('/api/settings', { default_locale: 'de' })).status).toBe(204)
  })

  test('with a version that is none', async () => {
    const forum = await createTestForum()
    const asAdmin = await forum.as(admin)
    for (const version of ['x', '-1', '1.5', `${'9'.repeat(16)}`]) {
      const { status } = await asAdmin.post(`/api/settings?version=${version}`, { forum_title: 'Never' })
      expect({ version, status }).toEqual({ version, status: 400 })
    }
    expect(valuesOf(await listed(forum, 'basics')).forum_title).toBe('Test forum')
  })
})

test('the list is for administrators', async () => {
  const forum = await createTestForum()
  const moderator = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
  for (const client of [moderator, forum.guest()]) {
    expect((await client.get('/api/admin/settings')).status).toBe(403)
  }
  expect((await (await forum.as(admin)).get('/api/admin/settings?page=')).status).toBe(400)
  expect((await listed(forum, 'nowhere')).data).toEqual([])
})
