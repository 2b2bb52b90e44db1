import { eachTestForum, makeUser, type TestForum } from '@parley/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DiscussionRow } from '../../../features/discussions/table.ts'
import type { UserRow } from '../../../features/users/table.ts'
import { permissionDenied } from '../../../infrastructure/errors.ts'
import { problemOf } from '../../../infrastructure/schema/problems.ts'
import { type Context, translatorOf } from '../../../points/context/context.ts'
import type { Extension, InstalledExtension } from '../../../points/extension.ts'
import type { Relation } from '../../../points/resources/relations.ts'
import { idOfNewRow } from '../../../points/resources/writes.ts'

interface Edited extends DiscussionRow {
  editor_id: number | null
  readerIds: number[]
}

const checked: number[][] = []
const received: object[] = []

/** The readers of a discussion, at most two and none of the name 'stranger', and its editor. */
const readers: Relation<Edited> = {
  to: 'users',
  form: 'basic',
  many: true,
  load: async (rows) => new Map(rows.map(({ id, readerIds }) => [id, readerIds])),
  write: {
    refusesConflicts: true,
    current: ({ readerIds }) => readerIds,
    facts: (targets) => ({ readerIds: targets.map(({ id }) => id) }),
    check(targets: readonly UserRow[], row, context) {
      checked.push([row.id, ...targets.map(({ id }) => id)])
      if (targets.some(({ username }) => username === 'stranger')) throw permissionDenied()
      return targets.length <= 2
        ? []
        : [problemOf('prohibited', 'readers', translatorOf(context), 'relationships')]
    },
    async set(targets, { id }, { db }) {
      await sql`delete from readers where discussion_id = ${id}`.execute(db)
      for (const { id: userId } of targets)
        await sql`insert into readers (discussion_id, user_id) values (${id}, ${userId})`.execute(db)
    },
  },
}

const editor: Relation<Edited> = {
  to: 'users',
  form: 'basic',
  key: 'editor_id',
  write: {
    takesNull: true,
    refusesConflicts: true,
    async set([target], { id }, { db }) {
      await sql`update discussions set editor_id = ${target?.id ?? null} where id = ${id}`.execute(db)
    },
  },
}

async function attachReaders(discussions: DiscussionRow[], { db }: Context): Promise<void> {
  const ids = discussions.map(({ id }) => id)
  const { rows } = await sql<{ discussion_id: number; user_id: number }>`
    select * from readers where discussion_id in (${sql.join(ids)}) order by user_id`.execute(db)
  for (const discussion of discussions as Edited[])
    discussion.readerIds = rows.flatMap((row) => (row.discussion_id === discussion.id ? [row.user_id] : []))
}

const receive = (event: string, { readerIds, editor_id }: Edited, about: object = {}) =>
  void received.push({ event, readerIds, editor_id, ...about })

const declaration = (write: object = {}, privacy: object = {}): Extension =>
  ({
    privacy,
    migrations: {
      '001_readers': {
        async up({ db, dialect: { types } }) {
          await sql`create table readers (
            discussion_id ${types.integer} not null references discussions (id) on delete cascade,
            user_id ${types.integer} not null)`.execute(db)
          await sql`alter table discussions add column editor_id ${types.integer}`.execute(db)
        },
        async down() {},
      },
    },
    on: {
      'post.created': ({ post }) =>
        receive('post', post.discussion as Edited, { count: post.discussion.comment_count }),
      'discussion.started': ({ discussion }) => receive('discussion', discussion as Edited),
      'discussion.renamed': ({ discussion }) => receive('renamed', discussion as Edited),
      'resource.changed': ({ type }) => void received.push({ event: `${type} changed` }),
    },
    resources: {
      discussions: {
        attach: attachReaders,
        relations: { readers: { ...readers, write: { ...readers.write, ...write } }, editor },
        optionalInclude: { create: ['readers', 'editor'], update: ['readers', 'editor'] },
      },
    },
  }) as Extension

const readersExtension = (write?: object, privacy?: object): InstalledExtension => ({
  id: 'readers',
  title: 'Readers',
  version: '1.0.0',
  declaration: declaration(write, privacy),
})

const of = (...ids: (number | string)[]) => ({ data: ids.map((id) => ({ type: 'users', id })) })
const first = { title: 'Hello', content: 'First' }

const start = (
  client: Awaited<ReturnType<TestForum['as']>>,
  relationships: object,
  attributes: object = first,
) => client.post('/api/discussions?include=readers,editor', { data: { attributes, relationships } })

async function stored({ current: { database } }: TestForum) {
  const rows = async (table: 'discussions' | 'posts' | 'readers') =>
    (await sql<{ id: number }>`select * from ${sql.table(table)}`.execute(database.read)).rows.length
  return {
    discussions: await rows('discussions'),
    posts: await rows('posts'),
    readers: await rows('readers'),
  }
}

eachTestForum((open) => {
  async function scene(write?: object, privacy?: object) {
    const forum = await open({ extensions: [readersExtension(write, privacy)] })
    const [ann, ben, cem] = [await makeUser(forum), await makeUser(forum), await makeUser(forum)]
    const stranger = await makeUser(forum, { username: 'stranger' })
    checked.length = 0
    received.length = 0
    return {
      forum,
      ids: { ann: ann.id, ben: ben.id, cem: cem.id, stranger: stranger.id },
      admin: await forum.as(1),
    }
  }

  test('without the extension the relationships are ignored', async () => {
    const forum = await open()
    const body = { data: { attributes: first, relationships: { readers: of(999), editor: 7 } } }
    const { status, body: answer } = await (await forum.as(1)).post('/api/discussions', body)
    expect({ status, readers: answer.data.relationships?.readers }).toEqual({
      status: 201,
      readers: undefined,
    })
  })

  test('those of a new discussion are stored before its events are emitted', async () => {
    const { admin, ids } = await scene()
    const relationships = {
      readers: of(ids.ben, String(ids.ann), ids.ben),
      editor: { data: { id: ids.cem } },
    }
    const { status, body } = await start(admin, relationships)
    expect({ status, checked }).toEqual({ status: 201, checked: [[idOfNewRow, ids.ben, ids.ann]] })
    expect(body.data.relationships).toEqual({
      readers: { data: [ids.ann, ids.ben].map((id) => ({ type: 'users', id: String(id) })) },
      editor: { data: { type: 'users', id: String(ids.cem) } },
    })
    const facts = { readerIds: [ids.ann, ids.ben], editor_id: ids.cem }
    expect(received).toEqual([
      { event: 'post', ...facts, count: 1 },
      { event: 'discussion', ...facts },
    ])
  })

  test('refused ones create nothing: 403 comes first, then all problems but those of the first post', async () => {
    const { forum, admin, ids } = await scene()
    const before = await stored(forum)
    const tooMany = of(ids.ann, ids.ben, ids.cem)
    const readersAt = '/data/relationships/readers'
    const cases: [object, object, number, (string | undefined)[]][] = [
      [{ readers: 'x' }, first, 422, [readersAt]],
      [{ readers: { data: { id: ids.ann } } }, first, 422, [readersAt]],
      [{ readers: of(ids.ann, 999) }, first, 422, [readersAt]],
      [{ readers: of('1 or 1') }, first, 422, [readersAt]],
      [{ editor: { data: { id: 999 } } }, first, 422, ['/data/relationships/editor']],
      [{ editor: of(ids.ann) }, first, 422, ['/data/relationships/editor']],
      [{ readers: of(ids.stranger) }, first, 403, [undefined]],
      [{ readers: of(ids.stranger), editor: { data: {} } }, { title: '', content: '' }, 403, [undefined]],
      [{ readers: tooMany }, { title: '', content: '' }, 422, ['/data/attributes/title', readersAt]],
      [{ readers: tooMany }, { title: 'Hello', content: '' }, 422, [readersAt]],
    ]
    for (const [relationships, attributes, status, pointers] of cases) {
      const answer = await start(admin, relationships, attributes)
      const found = answer.body.errors.map(({ source }) => source?.pointer)
      expect({ relationships, status: answer.status, found }).toEqual({
        relationships,
        status,
        found: pointers,
      })
    }
    expect({ stored: await stored(forum), received }).toEqual({ stored: before, received: [] })
  })

  test('null is a target where the relation takes it, and absent elsewhere', async () => {
    const { admin } = await scene()
    const { status } = await start(admin, { readers: { data: null }, editor: { data: null } })
    expect({ status, checked }).toEqual({ status: 201, checked: [] })
  })

  test('a required one is required of new rows only', async () => {
    const { forum, admin, ids } = await scene({ isRequired: true })
    const refused = await start(admin, {})
    expect({ status: refused.status, errors: refused.body.errors }).toMatchObject({
      status: 422,
      errors: [{ source: { pointer: '/data/relationships/readers' } }],
    })
    expect((await stored(forum)).discussions).toBe(0)
    const { id } = (await start(admin, { readers: of(ids.ann) })).body.data
    const attributes = { title: 'Another' }
    expect((await admin.patch(`/api/discussions/${id}`, { data: { attributes } })).status).toBe(200)
  })

  test('one that only changes take is ignored at creation, and needs its ability', async () => {
    const { admin, forum, ids } = await scene({ at: 'update', ability: 'hide' })
    const { id } = (await start(admin, { readers: of(ids.stranger) })).body.data
    const body = { data: { relationships: { readers: of(ids.ann) } } }
    expect((await (await forum.as(ids.ann)).patch(`/api/discussions/${id}`, body)).status).toBe(403)
    expect({ checked, readers: (await stored(forum)).readers }).toEqual({ checked: [], readers: 0 })
    expect((await admin.patch(`/api/discussions/${id}`, body)).status).toBe(200)
    expect((await stored(forum)).readers).toBe(1)
  })

  test('a change stores other targets, and the same targets are no change', async () => {
    const { admin, ids } = await scene()
    const relationships = { readers: of(ids.ann, ids.ben), editor: { data: { id: ids.cem } } }
    const { id } = (await start(admin, relationships)).body.data
    const change = async (changed: object) => {
      checked.length = received.length = 0
      const path = `/api/discussions/${id}?include=readers,editor`
      const { status, body } = await admin.patch(path, { data: { relationships: changed } })
      return {
        status,
        relationships: body.data?.relationships ?? {},
        checked: checked.length,
        received: received.length,
      }
    }
    const to = (...targets: number[]) => ({
      data: targets.map((each) => ({ type: 'users', id: String(each) })),
    })
    const edited = { editor: { data: { type: 'users', id: String(ids.cem) } } }
    expect(await change({ readers: of(ids.ben, ids.ann) })).toMatchObject({
      status: 200,
      checked: 0,
      received: 0,
    })
    expect(await change({ readers: of(ids.cem) })).toEqual({
      status: 200,
      relationships: { readers: to(ids.cem), ...edited },
      checked: 1,
      received: 1,
    })
    expect(await change({ readers: of(ids.stranger) })).toMatchObject({ status: 403, received: 0 })
    expect(await change({ readers: of(), editor: { data: null } })).toEqual({
      status: 200,
      relationships: { readers: to() },
      checked: 1,
      received: 1,
    })
  })

  test('what makes a new row private sees its targets', async () => {
    const isPrivate = ({ readerIds, editor_id: id }: Edited) => id !== null && readerIds.includes(id)
    const discussions = { isPrivate, scope: () => undefined, sees: () => false }
    const { forum, ids } = await scene({}, { discussions })
    const author = await forum.as(ids.ben)
    const editedBy = (id: number) => ({ readers: of(ids.ann), editor: { data: { id } } })
    expect((await start(author, editedBy(ids.ann))).status).toBe(201)
    forum.clock.advance(20)
    const { id } = (await start(author, editedBy(ids.cem))).body.data
    expect((await forum.guest().get('/api/discussions')).body.data).toMatchObject([{ id }])
    expect((await author.get(`/api/users/${ids.ben}`)).body.data.attributes.discussionCount).toBe(1)
  })

  test('events of a changed attribute have the new targets', async () => {
    const { admin, ids } = await scene()
    const { id } = (await start(admin, { readers: of(ids.ann) })).body.data
    received.length = 0
    const relationships = { readers: of(ids.ben), editor: { data: { id: ids.cem } } }
    const data = { attributes: { title: 'Another' }, relationships }
    expect((await admin.patch(`/api/discussions/${id}`, { data })).status).toBe(200)
    expect(received).toEqual([
      { event: 'renamed', readerIds: [ids.ben], editor_id: ids.cem },
      { event: 'discussions changed' },
    ])
  })

  test('targets that another has changed meanwhile are not overwritten', async () => {
    const { admin, ids } = await scene()
    const { id } = (await start(admin, { readers: of(ids.ann, ids.ben), editor: { data: { id: ids.ann } } }))
      .body.data
    const one = (userId: number) => ({ type: 'users', id: String(userId) })
    const change = async (relationships: object, from: object) => {
      const { status, body } = await admin.patch(`/api/discussions/${id}`, {
        data: { relationships, meta: { from } },
      })
      return status === 200 ? status : body.errors
    }
    const refused = (name: string, current: unknown) => [
      expect.objectContaining({
        code: 'conflict',
        source: { pointer: `/data/relationships/${name}` },
        meta: { current },
      }),
    ]
    const both = [one(ids.ann), one(ids.ben)]
    expect(await change({ readers: of(ids.cem) }, { readers: [one(ids.ann)] })).toEqual(
      refused('readers', both),
    )
    // The order does not matter, and nothing is lost by what is stored already.
    expect(await change({ readers: of(ids.ben, ids.ann) }, { readers: [] })).toBe(200)
    expect(await change({ readers: of(ids.cem) }, { readers: [...both].reverse() })).toBe(200)
    const toCem = { editor: { data: { id: ids.cem } } }
    expect(await change(toCem, { editor: null })).toEqual(refused('editor', one(ids.ann)))
    expect(await change(toCem, { editor: one(ids.ann) })).toBe(200)
    expect(await change({ editor: { data: null } }, { editor: null })).toEqual(
      refused('editor', one(ids.cem)),
    )
    expect(await change({ editor: { data: null } }, { editor: one(ids.cem) })).toBe(200)
    expect(await change(toCem, { editor: one(ids.ann) })).toEqual(refused('editor', null))
    for (const from of [{ readers: 'x' }, { readers: one(ids.ann) }, { readers: [7] }, { editor: 'x' }])
      expect(await change(toCem, from)).toMatchObject([
        { status: '422', source: { pointer: `/data/meta/from/${Object.keys(from)[0]}` } },
      ])
  })
})
