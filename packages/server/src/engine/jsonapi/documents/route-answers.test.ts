import { eachTestForum, idsOf, makeDiscussion, makeUser, type TestForum } from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { type Generated, sql } from 'kysely'
import { expect, test } from 'vitest'
import { permissionDenied } from '../../../infrastructure/errors.ts'
import { allow, deny } from '../../../points/access/verdicts.ts'
import { defineExtension, type InstalledExtension } from '../../../points/extension.ts'
import { combineRoutes } from '../../../points/requests/routes.ts'
import { combineResources, type Resources } from '../../../points/resources/resources.ts'
import { findRow } from '../rows.ts'
import { answerList, answerRow, answerRows } from './route-answers.ts'

interface MarkTable {
  id: Generated<number>
  slug: string
  discussion_id: number
  user_id: number | null
  weight: number
  is_secret: boolean
}

declare module '../../../infrastructure/db/tables.ts' {
  interface Tables {
    discussion_marks: MarkTable
  }
}

declare module '../../../points/resources/resource-rows.ts' {
  interface ResourceRows {
    'discussion-marks': Omit<MarkTable, 'id'> & { id: number }
  }
}

const include = { default: ['user'], optional: ['discussion'] }
const document = { type: 'discussion-marks', include } as const

/** Marks on discussions: a resource with a path, names and statuses of its own, and lists at other paths. */
const marks: InstalledExtension = {
  id: 'marks',
  title: 'Marks',
  version: '1.0.0',
  declaration: defineExtension({
    migrations: {
      '001_marks': {
        async up({ db, dialect: { types } }) {
          await sql`create table discussion_marks (id ${types.id}, slug ${types.text} not null unique,
            discussion_id ${types.integer} not null, user_id ${types.integer}, weight ${types.integer} not null,
            is_secret ${types.boolean} not null)`.execute(db)
        },
        async down({ db }) {
          await sql`drop table discussion_marks`.execute(db)
        },
      },
    },
    policies: {
      'discussion-marks': {
        view: {
          verdict: (actor, mark) => (actor.isAdmin || !mark.is_secret ? allow : deny),
          scope: (eb, { actor }) => actor.isAdmin || eb('discussion_marks.is_secret', '=', eb.lit(false)),
        },
      },
    },
    resources: {
      'discussion-marks': {
        table: 'discussion_marks',
        path: 'of/discussions/marks',
        fields: { slug: { column: 'slug' }, weight: { column: 'weight' } },
        relations: {
          user: { to: 'users', key: 'user_id', form: 'basic' },
          discussion: { to: 'discussions', key: 'discussion_id', form: 'basic' },
        },
        filters: {
          weight: { value: 'integer', where: (eb, weight) => eb('discussion_marks.weight', '=', weight) },
        },
        sorts: { weight: 'weight' },
        endpoints: {
          index: { include, isWhole: ({ filters, limit }) => filters.length === 0 && limit === 20 },
          show: {
            idOf: async (slug, { db }) =>
              (
                await db
                  .selectFrom('discussion_marks')
                  .select('id')
                  .where('slug', '=', slug.toLowerCase())
                  .executeTakeFirst()
              )?.id,
          },
          create: {
            status: 204,
            fields: [],
            run: ({ attributes }, { db }) =>
              db
                .insertInto('discussion_marks')
                .values({
                  slug: String(attributes.slug),
                  discussion_id: 0,
                  weight: 0,
                  is_secret: false,
                  user_id: null,
                })
                .returningAll()
                .executeTakeFirstOrThrow(),
          },
          update: { status: 201 },
        },
      },
    },
    routes: [
      {
        method: 'GET',
        path: '/api/discussions/:id/marks',
        document,
        async run(request, context) {
          const { id } = await findRow(context, 'discussions', Number(request.params.id))
          return answerList(request, context, {
            where: (eb) => eb('discussion_marks.discussion_id', '=', id),
            sort: () => '-weight',
            meta: { discussion: id },
          })
        },
      },
      {
        method: 'GET',
        path: '/api/marks/heaviest',
        document,
        run: (request, context) => answerRow(request, context, 1, { status: 200, meta: { is: 'heaviest' } }),
      },
      {
        method: 'POST',
        path: '/api/of/discussions/marks/order',
        csrf: false,
        run: () => ({ status: 204, empty: true }),
      },
      {
        method: 'POST',
        path: '/api/marks/some',
        csrf: false,
        document,
        run(request, context) {
          if (context.actor.isGuest) throw permissionDenied()
          return answerRows(request, context, request.body.ids as readonly number[], { status: 201 })
        },
      },
      { method: 'GET', path: '/api/marks/bare', run: (request, context) => answerRow(request, context, 1) },
    ],
  }),
}

async function fill(forum: TestForum) {
  const user = await makeUser(forum, { username: 'ann' })
  const discussion = await makeDiscussion(forum)
  const other = await makeDiscussion(forum, { hidden_at: '2020-01-01T00:00:00.000Z' })
  await forum.current.database.transaction((db) =>
    db
      .insertInto('discussion_marks')
      .values(
        Array.from({ length: 30 }, (_, index) => ({
          slug: `mark-${index + 1}`,
          discussion_id: index < 26 ? discussion.id : other.id,
          user_id: index % 2 === 0 ? user.id : null,
          weight: index % 5,
          is_secret: index % 6 === 5,
        })),
      )
      .execute(),
  )
  return { user, discussion, other }
}

eachTestForum((open) => {
  test('a resource may have a path, names of rows and statuses of its own', async () => {
    const forum = await open({ extensions: [marks] })
    await fill(forum)
    const guest = forum.guest()
    const base = '/api/of/discussions/marks'
    expect((await guest.get('/api/discussion-marks')).status).toBe(404)
    const named = await guest.get(`${base}/Mark-3`)
    expect(named.body.data).toMatchObject({ type: 'discussion-marks', id: '3' })
    for (const name of ['mark-6', '3', 'mark-99', '%F0%9F%A6%84']) {
      const { status } = await guest.get(`${base}/${name}`)
      expect({ name, status }).toEqual({ name, status: 404 })
    }
    const client = await forum.as(1)
    expect((await client.get(`${base}/mark-6`)).status).toBe(200)
    const created = await client.post(base, { data: { attributes: { slug: 'new' } } })
    expect({ status: created.status, text: created.text }).toEqual({ status: 204, text: '' })
    expect((await client.post(`${base}/order`)).status).toBe(204)
    expect((await guest.get(`${base}/order`)).status).toBe(404)
    await client.post(base, { data: { attributes: { slug: 'order' } } })
    expect((await guest.get(`${base}/order`)).body.data).toMatchObject({ id: '32' })
    const changed = await client.patch(`${base}/31`, { data: {} })
    expect({ status: changed.status, id: changed.body.data.id }).toEqual({ status: 201, id: '31' })
  })

  test('a list may be answered as a whole, without links', async () => {
    const forum = await open({ extensions: [marks] })
    await fill(forum)
    const [guest, base] = [forum.guest(), '/api/of/discussions/marks']
    const whole = await guest.get(`${base}?page[offset]=7&page[number]=3`)
    expect(Object.keys(whole.body)).toEqual(['data', 'included'])
    expect(idsOf(whole)).toHaveLength(25)
    const page = await guest.get(`${base}?page[limit]=4`)
    expect({ links: Object.keys(page.body.links ?? {}), rows: idsOf(page) }).toEqual({
      links: ['first', 'next'],
      rows: [1, 2, 3, 4],
    })
    expect(idsOf(await guest.get(`${base}?filter[weight]=0`))).toEqual([1, 11, 16, 21, 26])
  })

  test('a route answers with a list of rows that the actor sees, with its paging, sorts, filters and includes', async () => {
    const forum = await open({ extensions: [marks], baseUrl: 'http://localhost/forum' })
    const { discussion, other } = await fill(forum)
    const guest = forum.guest()
    const base = `/forum/api/discussions/${discussion.id}/marks`
    const first = await guest.get(`${base}?page[limit]=4`)
    expect(first.body.errors).toBeUndefined()
    expect(first.headers['content-type']).toBe('application/vnd.api+json')
    expect(first.body.links).toEqual({
      first: `http://localhost${base}?page%5Blimit%5D=4`,
      next: `http://localhost${base}?page%5Blimit%5D=4&page%5Boffset%5D=4`,
    })
    expect(idsOf(first)).toEqual([25, 20, 15, 10])
    expect(first.body.meta).toEqual({ discussion: discussion.id })
    expect(first.body.included?.map(({ type }) => type)).toEqual(['users'])
    const rest = await guest.get(first.body.links?.next ?? '')
    expect(idsOf(rest)).toEqual([5, 19, 14, 9])
    expect(idsOf(await guest.get(`${base}?sort=weight&filter[weight]=0`))).toEqual([1, 11, 16, 21, 26])
    const sparse = await guest.get(`${base}?include=discussion&fields[discussion-marks]=slug&filter[id]=1,29`)
    expect(sparse.body.data).toEqual([{ type: 'discussion-marks', id: '1', attributes: { slug: 'mark-1' } }])
    expect(sparse.body.included?.map(({ type }) => type)).toEqual(['discussions'])
    for (const query of ['include=user.groups', 'sort=slug', 'page[limit]=-1'])
      expect((await guest.get(`${base}?${query}`)).status).toBe(400)
    expect((await guest.get(`${base}?filter[weight]=x`)).status).toBe(422)
    expect((await guest.get(`/forum/api/discussions/${other.id}/marks`)).status).toBe(404)
    expect(idsOf(await (await forum.as(1)).get(`/forum/api/discussions/${other.id}/marks`))).toEqual([
      30, 29, 28, 27,
    ])
  })

  test('a route answers with one row or some rows, of those that the actor sees', async () => {
    const forum = await open({ extensions: [marks] })
    const { user } = await fill(forum)
    const [guest, ann] = [forum.guest(), await forum.as(user)]
    const one = await guest.get('/api/marks/heaviest')
    expect(one.body).toMatchObject({ data: { id: '1' }, meta: { is: 'heaviest' } })
    expect(one.body.included).toHaveLength(1)
    expect((await guest.post('/api/marks/some', { ids: [1] })).status).toBe(403)
    const some = await ann.post('/api/marks/some', { ids: [7, 6, 99, 2, 7] })
    expect({ status: some.status, ids: idsOf(some), keys: Object.keys(some.body) }).toEqual({
      status: 201,
      ids: [7, 2],
      keys: ['data', 'included'],
    })
    await forum.current.database.transaction((db) =>
      db.updateTable('discussion_marks').set({ is_secret: true }).where('id', '=', 1).execute(),
    )
    expect((await guest.get('/api/marks/heaviest')).status).toBe(404)
    // A route without a document cannot answer with one.
    expect((await guest.get('/api/marks/bare')).status).toBe(500)
  })
})

test('paths that are none or another resource’s, unknown statuses and impossible documents are faults', () => {
  const declare = (bells: object) => () =>
    combineResources([
      { owner: 'core', section: { users: { table: 'users' } } as unknown as Resources },
      { owner: 'gong', section: { bells: { table: 'bells', ...bells } } as unknown as Resources },
    ])
  const section = 'resources › bells'
  expectFault('gong', `${section} › path`, "'users' is the path of 'users'", declare({ path: 'users' }))
  for (const path of ['', '/bells', 'bells/', 'Bells', 'bells/:id'])
    expectFault('gong', `${section} › path`, `'${path}' is no path below /api/`, declare({ path }))
  const reason = 'the status 418 is none of 200, 201 and 204'
  expectFault(
    'gong',
    `${section} › endpoints › update`,
    reason,
    declare({ endpoints: { update: { status: 418 } } }),
  )
  const route = {
    method: 'GET' as const,
    path: '/api/ring',
    run: () => ({ status: 204, empty: true as const }),
  }
  const ring = (document: object) => () =>
    combineRoutes([{ owner: 'gong', section: [{ ...route, document } as never] }], declare({})())
  const where = 'routes › GET /api/ring › document'
  expectFault('gong', where, "answers 'gongs', which is no resource", ring({ type: 'gongs' }))
  const tone = { type: 'bells', include: { optional: ['tone'] } }
  expectFault('gong', where, "cannot include 'tone'", ring(tone))
})
