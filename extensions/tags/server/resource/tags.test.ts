import { join } from 'node:path'
import { everyone, members } from '@parley/server/actor'
import {
  type ApiClient,
  type ApiResponse,
  eachTestForum,
  grant,
  idsOf,
  makeDiscussion,
  makeUser,
  readExtension,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { putTags, storeContractTags, storeTags } from '../stored-tags.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

const sent = { name: 'Dev Blog', slug: 'dev-blog', description: 'Follow us', color: '#123456' }

function createTag(client: ApiClient, attributes: object, parent?: number | string): Promise<ApiResponse> {
  const relationships = parent === undefined ? {} : { parent: { data: { type: 'tags', id: parent } } }
  return client.post('/api/tags', { data: { type: 'tags', attributes, relationships } })
}

function changeTag(client: ApiClient, id: number, attributes: object): Promise<ApiResponse> {
  return client.patch(`/api/tags/${id}`, { data: { type: 'tags', id: String(id), attributes } })
}

const pointersOf = ({ body }: ApiResponse) => body.errors.map(({ source }) => source?.pointer)
const includedIds = ({ body }: ApiResponse) =>
  (body.included ?? []).filter(({ type }) => type === 'tags').map(({ id }) => Number(id))

eachTestForum((open) => {
  test('a new forum has the tag General', async () => {
    const forum = await open({ extensions: [extension] })
    const { body } = await forum.guest().get('/api/tags')
    expect(body.links).toBeUndefined()
    expect(body.data).toEqual([
      {
        type: 'tags',
        id: '1',
        attributes: {
          name: 'General',
          description: null,
          slug: 'general',
          color: '#888',
          backgroundUrl: null,
          backgroundMode: null,
          icon: null,
          discussionCount: 0,
          position: 0,
          defaultSort: null,
          isChild: false,
          isHidden: false,
          lastPostedAt: null,
          canStartDiscussion: false,
          canAddToDiscussion: false,
        },
      },
    ])
    const { attributes, relationships } = (await forum.guest().get('/api')).body.data
    expect(attributes).toMatchObject({
      minPrimaryTags: '1',
      maxPrimaryTags: '1',
      minSecondaryTags: '0',
      maxSecondaryTags: '3',
      canBypassTagCounts: false,
    })
    expect(relationships?.tags?.data).toEqual([{ type: 'tags', id: '1' }])
  })

  test('tags-19 administrators create tags, with everything that a tag needs', async () => {
    const forum = await open({ extensions: [extension] })
    expect((await createTag(await forum.as(await makeUser(forum)), sent)).status).toBe(403)
    const admin = await forum.as(1)
    const empty = await admin.post('/api/tags', {})
    expect([empty.status, pointersOf(empty)]).toEqual([
      422,
      ['name', 'slug', 'description', 'color'].map((name) => `/data/attributes/${name}`),
    ])
    const created = await createTag(admin, sent)
    expect(created.status).toBe(201)
    expect(created.body.data.attributes).toMatchObject({
      ...sent,
      icon: null,
      position: null,
      isRestricted: false,
    })
    const { id } = created.body.data
    const stored = await forum.current.database.read
      .selectFrom('tags')
      .selectAll()
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ ...sent, icon: null })
    expect((await forum.guest().get('/api/tags/DEV-blog')).body.data.id).toBe(id)
    const entry = await forum.current.database.read
      .selectFrom('audit_entries')
      .select(['action', 'target_id', 'target_name'])
      .where('action', '=', 'tag.created')
      .executeTakeFirst()
    expect(entry).toEqual({ action: 'tag.created', target_id: id, target_name: 'Dev Blog' })
  })

  test('primary tags come last, children behind their siblings; any other parent is refused', async () => {
    const forum = await open({ extensions: [extension] })
    await storeContractTags(forum)
    const admin = await forum.as(1)
    const placed = async (slug: string, attributes: object, parent?: number | string) => {
      const answer = await createTag(admin, { ...sent, ...attributes, slug }, parent)
      const { status, body } = answer
      if (status !== 201) return [status, ...pointersOf(answer)]
      const { position, isChild } = body.data.attributes
      return [position, isChild, body.data.relationships?.parent?.data.id]
    }
    expect(await placed('a', { primary: true })).toEqual([5, false, undefined])
    expect(await placed('b', {}, 0)).toEqual([6, false, undefined])
    expect(await placed('c', {}, 2)).toEqual([3, true, '2'])
    expect(await placed('d', {}, '1')).toEqual([0, true, '1'])
    for (const parent of [3, 9, 99, 'x'])
      expect(await placed('e', {}, parent)).toEqual([422, '/data/relationships/parent'])
    expect(await placed('f', { primary: 'maybe' })).toEqual([422, '/data/attributes/primary'])
  })

  test('values that a tag cannot have are refused, and change nothing', async () => {
    const forum = await open({ extensions: [extension] })
    await storeTags(forum, [{ id: 2, slug: 'Öl' }])
    const admin = await forum.as(1)
    const refused = {
      name: ['', ' ', 'x'.repeat(101), [], {}],
      slug: ['', 'a b', 'a/b', 'a\\b', 'a,b', 'Untagged', 'GENERAL', 'x'.repeat(101), ['a']],
      description: ['x'.repeat(701), []],
      color: ['red', '#12', '#12345g', {}],
      icon: ['x'.repeat(101), []],
      isHidden: ['yes', 2],
    }
    for (const [name, values] of Object.entries(refused)) {
      for (const value of values) {
        const answers = [
          await createTag(admin, { ...sent, [name]: value }),
          await changeTag(admin, 2, { [name]: value }),
        ]
        const found = answers.map((answer) => [
          answer.status,
          ...(answer.body.errors ? pointersOf(answer) : []),
        ])
        expect({ name, value, found }).toEqual({
          name,
          value,
          found: [0, 1].map(() => [422, `/data/attributes/${name}`]),
        })
      }
    }
    for (const address of ['x', 'javascript:1', '/a b', "/a')"])
      expect((await changeTag(admin, 2, { backgroundUrl: address })).status).toBe(422)
    expect(idsOf(await admin.get('/api/tags'))).toEqual([1, 2])
    const markup = await createTag(admin, {
      ...sent,
      name: '<b>&amp;"',
      slug: '日本語',
      description: '',
      color: '',
    })
    expect([markup.status, markup.body.data.attributes.name]).toEqual([201, '<b>&amp;"'])
    expect((await admin.get('/api/tags/日本語')).body.data.id).toBe(markup.body.data.id)
    expect((await admin.get(`/api/tags/${encodeURIComponent('日本語')}`)).status).toBe(200)
  })

  test('two tags with one slug at the same instant: the second is refused', async () => {
    const forum = await open({ extensions: [extension] })
    await storeTags(forum, [{ id: 2 }, { id: 3 }])
    const admin = await forum.as(1)
    const answers = await Promise.all([
      createTag(admin, { ...sent, slug: 'one' }),
      createTag(admin, { ...sent, slug: 'ONE' }),
      changeTag(admin, 2, { slug: 'One' }),
      changeTag(admin, 3, { slug: 'oNE' }),
    ])
    expect(answers.filter(({ status }) => status < 400)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status >= 400))
      expect([answer.status, pointersOf(answer)]).toEqual([422, ['/data/attributes/slug']])
  })

  test('administrators change tags; null changes nothing, and a tag keeps its own slug', async () => {
    const forum = await open({ extensions: [extension] })
    const admin = await forum.as(1)
    const change = {
      name: 'Talk',
      slug: 'GENERAL',
      color: '#fff',
      icon: 'fas fa-star',
      description: '',
      isHidden: '1',
      isRestricted: true,
      defaultSort: 'top',
      backgroundUrl: '/assets/a.png',
      backgroundMode: 'cover',
    }
    const changed = await changeTag(admin, 1, change)
    expect(changed.status).toBe(200)
    const shown = { ...change, isHidden: true }
    expect(changed.body.data.attributes).toMatchObject(shown)
    expect((await forum.guest().get('/api/tags/general')).status).toBe(404)
    const { changes } = await forum.current.database.read
      .selectFrom('audit_entries')
      .select('changes')
      .where('action', '=', 'tag.changed')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(changes)).toMatchObject({ slug: ['general', 'GENERAL'], isRestricted: [false, true] })
    const nulls = Object.fromEntries(Object.keys(change).map((name) => [name, null]))
    expect((await changeTag(admin, 1, nulls)).body.data.attributes).toMatchObject(shown)
    const member = await forum.as(await makeUser(forum))
    await grant(forum, 'tag1.viewForum', [members])
    for (const attributes of [{ name: 'x' }, {}])
      expect((await changeTag(member, 1, attributes)).status).toBe(403)
    expect((await member.get('/api/tags/general')).body.data.attributes).not.toHaveProperty('isRestricted')
    expect((await changeTag(await forum.as(await makeUser(forum)), 99, {})).status).toBe(404)
    expect((await changeTag(forum.guest(), 1, {})).status).not.toBe(200)
  })

  test('a tag that is opened or deleted loses its permissions, one with a longer number does not', async () => {
    const forum = await open({ extensions: [extension] })
    await storeTags(forum, [
      { id: 2, is_restricted: true, position: 1 },
      { id: 21, is_restricted: true },
      { id: 3, position: 0, parent_id: 2 },
    ])
    for (const permission of ['tag2.viewForum', 'tag2.discussion.reply', 'tag21.viewForum'])
      await grant(forum, permission, [members])
    const admin = await forum.as(1)
    expect((await changeTag(admin, 2, { isRestricted: false })).status).toBe(200)
    const held = async () => {
      const rows = await forum.current.database.read
        .selectFrom('group_permission')
        .select('permission')
        .where('permission', 'like', 'tag%')
        .execute()
      return rows.map(({ permission }) => permission)
    }
    expect(await held()).toEqual(['tag21.viewForum'])
    expect(forum.current.grants.holders('tag2.viewForum')).toEqual([])
    expect((await (await forum.as(await makeUser(forum))).delete('/api/tags/2')).status).toBe(403)
    expect((await admin.delete('/api/tags/21')).status).toBe(204)
    expect(await held()).toEqual([])
    const discussion = await makeDiscussion(forum)
    await putTags(forum, discussion, [2])
    expect((await admin.delete('/api/tags/2')).status).toBe(204)
    const { attributes, relationships } = (await admin.get('/api/tags/tag-3')).body.data
    expect([attributes.position, attributes.isChild, relationships]).toEqual([0, false, undefined])
    const shown = await admin.get(`/api/discussions/${discussion.id}`)
    expect(shown.body.data.relationships?.tags?.data).toEqual([])
    expect((await createTag(admin, { ...sent, slug: 'tag-2' })).status).toBe(201)
    await forum.settled()
    const left = await forum.current.database.read.selectFrom('discussion_tag').selectAll().execute()
    expect(left).toEqual([])
  })

  test('administrators arrange tags; a malformed order changes nothing', async () => {
    const forum = await open({ extensions: [extension] })
    await storeContractTags(forum)
    const admin = await forum.as(1)
    const member = await forum.as(await makeUser(forum))
    expect((await member.post('/api/tags/order', {})).status).toBe(403)
    const places = async () =>
      (await admin.get('/api/tags?include=parent')).body.data.map(({ id, attributes, relationships }) => [
        Number(id),
        attributes.position,
        relationships?.parent?.data.id,
      ])
    const before = await places()
    const malformed = [undefined, null, 'x', {}, [1], [{ id: 'x' }], [{ id: 99 }], [{ children: [] }]]
    const twice = [[{ id: 1 }, { id: 1 }], [{ id: 1, children: [1] }], [{ id: 1, children: 2 }]]
    for (const order of [...malformed, ...twice]) {
      const answer = await admin.post('/api/tags/order', { order })
      expect([order, answer.status, pointersOf(answer)]).toEqual([order, 422, ['/data/attributes/order']])
    }
    expect(await places()).toEqual(before)
    const order = [{ id: 2, children: [4, '3'] }, { id: '1' }]
    expect((await admin.post('/api/tags/order', { order })).status).toBe(204)
    const arranged = (await places()).filter(([, position]) => position !== null)
    expect(arranged).toEqual([
      [1, 1, undefined],
      [2, 0, undefined],
      [3, 1, '2'],
      [4, 0, '2'],
    ])
    expect((await admin.post('/api/tags/order', { order: [] })).status).toBe(204)
    expect((await places()).every(([, position]) => position === null)).toBe(true)
  })

  test('an order is refused if another administrator has arranged the tags since', async () => {
    const forum = await open({ extensions: [extension] })
    await storeTags(forum, [{ id: 2, position: 3 }, { id: 3, position: 5, parent_id: 2 }, { id: 4 }])
    const admin = await forum.as(1)
    const arrange = async (order: object[], seen: unknown) =>
      (await admin.post('/api/tags/order', { order, seen })).status
    const seen = [{ id: 1 }, { id: 2, children: [3] }]
    expect(await arrange([{ id: 2, children: [3] }, { id: 1 }], seen)).toBe(204)
    expect(await arrange([{ id: 1 }], seen)).toBe(409)
    expect(await arrange([{ id: 1 }], [{ id: 2 }, { id: 1 }, { id: 3 }])).toBe(409)
    expect(await arrange([{ id: 1 }], 'x')).toBe(422)
    expect((await admin.get('/api/tags/tag-3')).body.data.attributes).toMatchObject({
      position: 0,
      isChild: true,
    })
    // New secondary tags change no order.
    await storeTags(forum, [{ id: 5 }])
    expect(await arrange([{ id: 1 }], [{ id: 2, children: [3] }, { id: 1 }])).toBe(204)
  })

  test('tags-21 tags-24 only relatives that the reader may see are included', async () => {
    const forum = await open({ extensions: [extension] })
    await storeContractTags(forum)
    await grant(forum, 'tag8.viewForum', [members])
    await grant(forum, 'tag11.viewForum', [members])
    await grant(forum, 'tag13.viewForum', [members])
    const member = await forum.as(await makeUser(forum))
    const listed = [1, 2, 3, 4, 9, 10, 11]
    expect(idsOf(await member.get('/api/tags'))).toEqual(listed)
    expect(idsOf(await member.get('/api/tags?page[limit]=2&page[offset]=3'))).toEqual(listed)
    expect(idsOf(await forum.guest().get('/api/tags'))).toEqual(listed.filter((id) => id !== 11))
    expect(includedIds(await member.get('/api/tags?include=children')).sort()).toEqual([3, 4])
    expect(includedIds(await member.get('/api/tags?include=parent'))).toEqual([2])
    const shown = async (slug: string, include: string) =>
      includedIds(await member.get(`/api/tags/${slug}?include=${include}`)).sort()
    expect(await shown('tag-2', 'children')).toEqual([3, 4])
    expect(await shown('tag-3', 'parent')).toEqual([2])
    expect(await shown('tag-3', 'parent.children')).toEqual([2, 4])
    expect(await shown('tag-3', 'parent.children.parent')).toEqual([2, 4])
    expect((await member.get('/api/tags/tag-8')).status).toBe(404)
    expect((await member.get('/api/tags/none')).status).toBe(404)
    expect((await member.get('/api/tags/tag-2?include=state')).status).toBe(200)
    expect((await member.get('/api/tags/tag-2?include=discussions')).status).toBe(400)
    const admin = await forum.as(1)
    expect(idsOf(await admin.get('/api/tags'))).toHaveLength(14)
    await grant(forum, 'viewForum', [])
    await grant(forum, 'tag11.viewForum', [everyone])
    expect(idsOf(await forum.guest().get('/api/tags'))).toEqual([11])
  })

  test('tags-22 a search finds tags by the beginning of their names and slugs, page by page', async () => {
    const forum = await open({ extensions: [extension] })
    await storeTags(forum, [
      { id: 2, name: 'Acme', slug: 'acme' },
      { id: 3, name: 'Test', slug: 'test' },
      { id: 4, name: 'Access', slug: 'access' },
      { id: 5, name: 'Österreich', slug: 'austria' },
      { id: 6, name: 'Acts', slug: 'hidden-one', is_restricted: true },
    ])
    const guest = forum.guest()
    const found = async (text: string) =>
      idsOf(await guest.get(`/api/tags?filter[q]=${encodeURIComponent(text)}`))
    expect(await found('ac')).toEqual([2, 4])
    expect(await found('a')).toEqual([2, 4, 5])
    expect(await found('ACM')).toEqual([2])
    expect(await found('öST')).toEqual([5])
    expect(await found('ace')).toEqual([])
    expect(await found('acmes')).toEqual([])
    expect(await found('')).toEqual([1, 2, 3, 4, 5])
    const page = await guest.get('/api/tags?filter[q]=&page[limit]=2&page[offset]=2')
    expect(idsOf(page)).toEqual([3, 4])
    expect(Object.keys(page.body.links ?? {}).sort()).toEqual(['first', 'next', 'prev'])
  })
})
