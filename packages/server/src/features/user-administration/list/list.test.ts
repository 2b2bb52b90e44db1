import {
  type ApiClient,
  admin,
  grant,
  makeGroup,
  makeUser,
  onBothDatabases,
  planOf,
  selectsOf,
  type TestForum,
} from '@parley/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { administrators, members, moderators } from '../../../points/context/actor.ts'
import type { InstalledExtension } from '../../../points/extension.ts'

const path = '/api/admin/users'

/** The names on all pages of a list, and the number of pages. */
async function pagesOf(client: ApiClient, query: string) {
  const names: unknown[] = []
  let pages = 0
  for (let next: string | undefined = `${path}?page[limit]=2&${query}`; next !== undefined; pages += 1) {
    const { status, body } = await client.get(next.replace('http://localhost', ''))
    expect(status).toBe(200)
    names.push(...(body.data as unknown as { attributes: { username: string } }[]).map(nameOf))
    next = (body as unknown as { links: { next?: string } }).links.next
  }
  return { names, pages }
}

const nameOf = ({ attributes }: { attributes: { username: string } }) => attributes.username
const namesOf = async (client: ApiClient, query: string) => (await pagesOf(client, query)).names

/** Adds accounts `many1`, `many2` … in one statement. */
async function fill({ current: { database } }: TestForum, count: number): Promise<void> {
  const numbers =
    database.dialect.name === 'sqlite'
      ? sql`(with recursive counting (n) as (select 1 union all select n + 1 from counting where n < ${sql.lit(count)}) select n from counting)`
      : sql`(select generate_series(1, ${sql.lit(count)}) as n)`
  await database.transaction(async (db) => {
    await sql`insert into users (username, email, password, is_email_confirmed, joined_at, comment_count)
      select 'many' || n, 'many' || n || '@machine.local', '', true, '2020-01-01T00:00:00.000Z', n % 7
      from ${numbers} as numbers`.execute(db)
    await sql`analyze`.execute(db)
  })
}

onBothDatabases((open, database) => {
  test('requires its permission, which administrators can delegate', async () => {
    const forum = await open()
    const member = await makeUser(forum, { username: 'member' })
    const client = await forum.as(member)
    for (const each of [client, forum.guest()]) {
      for (const door of [path, `${path}/count`, `${path}/actions/last`])
        expect((await each.get(door)).status).toBe(403)
    }
    await grant(forum, 'user.administer', [members])
    expect(await namesOf(client, 'sort=username')).toEqual(['admin', 'member'])
    expect(await namesOf(await forum.as(admin), 'sort=-username')).toEqual(['member', 'admin'])
  })

  test('is read page by page in every order, with unknown times first', async () => {
    const forum = await open()
    const at = (day: number) => `2024-01-0${day}T00:00:00.000Z`
    for (const [username, joined_at, last_seen_at, comment_count] of [
      ['anna', at(1), null, 3],
      ['Bert', at(1), at(3), 3],
      ['cleo', null, at(2), 1],
      ['dora', at(3), null, 2],
    ] as const)
      await makeUser(forum, { username, joined_at, last_seen_at, comment_count })
    await forum.current.database.transaction((db) =>
      db
        .updateTable('users')
        .set({ joined_at: at(2), last_seen_at: at(1) })
        .where('id', '=', 1)
        .execute(),
    )
    const client = forum.as(admin)
    const orders = {
      username: ['admin', 'anna', 'Bert', 'cleo', 'dora'],
      joinedAt: ['cleo', 'anna', 'Bert', 'admin', 'dora'],
      commentCount: ['admin', 'cleo', 'dora', 'anna', 'Bert'],
    }
    for (const [sort, names] of Object.entries(orders)) {
      expect(await pagesOf(await client, `sort=${sort}`)).toEqual({ names, pages: 3 })
      expect(await namesOf(await client, `sort=-${sort}`)).toEqual([...names].reverse())
    }
    const seen = await namesOf(await client, 'sort=lastSeenAt&filter[lastSeenBefore]=2024-01-04')
    expect(seen.filter((name) => name !== 'admin')).toEqual(['cleo', 'Bert'])
    expect(await namesOf(await client, 'filter[neverSeen]=1&sort=username')).toEqual(['anna', 'dora'])
    expect(
      await namesOf(await client, 'filter[joinedSince]=2024-01-02&filter[joinedBefore]=2024-01-03'),
    ).toEqual(['admin'])
  })

  test('the search finds beginnings of names, then of addresses that one may see', async () => {
    const forum = await open()
    await makeUser(forum, { username: 'mira', email: 'x1@machine.local' })
    await makeUser(forum, { username: 'Mirabel', email: 'mirabel@machine.local' })
    await makeUser(forum, { username: 'other', email: 'mira@machine.local' })
    await makeUser(forum, { username: 'moderator', email: 'mirka@machine.local', groupIds: [moderators] })
    const asAdmin = await forum.as(admin)
    expect(await namesOf(asAdmin, 'filter[q]=MIR')).toEqual(['mira', 'Mirabel', 'other', 'moderator'])
    expect(await namesOf(asAdmin, 'filter[q]=%20')).toHaveLength(5)
    expect((await asAdmin.get(`${path}/count?filter[q]=mir`)).body).toEqual({ count: 4, hasMore: false })
    await grant(forum, 'user.administer', [members])
    const helper = await forum.as(await makeUser(forum, { username: 'helper' }))
    expect(await namesOf(helper, 'filter[q]=mir')).toEqual(['mira', 'Mirabel'])
    await grant(forum, 'user.editCredentials', [members])
    expect(await namesOf(helper, 'filter[q]=mir')).toEqual(['mira', 'Mirabel', 'other'])
    expect((await helper.get(`${path}/count?filter[q]=mirk`)).body).toEqual({ count: 0, hasMore: false })
  })

  test('addresses are masked until one is asked for, and seen only with the right to change them', async () => {
    const forum = await open()
    const user = await makeUser(forum, { username: 'mira', email: 'mira@sub.machine.local' })
    const asAdmin = await forum.as(admin)
    const { body, text } = await asAdmin.get(`${path}?sort=username`)
    const [own, other] = body.data as unknown as { attributes: object }[]
    expect(own?.attributes).toMatchObject({ email: admin.email })
    expect(other?.attributes).toMatchObject({ maskedEmail: 'm…@s….local' })
    expect(text).not.toContain('mira@')
    const shown = await asAdmin.post(`${path}/${user.id}/show-email`, {})
    expect({ status: shown.status, body: shown.body }).toEqual({ status: 200, body: { email: user.email } })
    await grant(forum, 'user.administer', [members])
    const helper = await forum.as(await makeUser(forum))
    expect((await helper.get(path)).text).not.toMatch(/maskedEmail|@sub/)
    expect((await helper.post(`${path}/${user.id}/show-email`, {})).status).toBe(403)
    // Filters and sorts must not tell what the fields hide.
    for (const query of ['filter[unconfirmed]=1', 'filter[lastSeenSince]=2020-01-01', 'filter[neverSeen]=1'])
      expect((await helper.get(`${path}?${query}`)).status).toBe(403)
    expect((await helper.get(`${path}?sort=lastSeenAt`)).status).toBe(400)
    expect((await asAdmin.get(`/api/users/${user.id}`)).text).not.toContain('maskedEmail')
  })

  test('members of a group are listed, of a hidden one only to those who see it', async () => {
    const forum = await open()
    const hidden = await makeGroup(forum, { is_hidden: true })
    await makeUser(forum, { username: 'anna', groupIds: [hidden.id, moderators] })
    await makeUser(forum, { username: 'bert', groupIds: [moderators] })
    await grant(forum, 'user.administer', [moderators])
    const helper = await forum.as(await makeUser(forum, { username: 'cleo', groupIds: [moderators] }))
    const asAdmin = await forum.as(admin)
    const ofGroup = (id: number) => `sort=username&filter[group]=${id}`
    expect(await namesOf(helper, ofGroup(moderators))).toEqual(['anna', 'bert', 'cleo'])
    expect(await namesOf(asAdmin, ofGroup(administrators))).toEqual(['admin'])
    expect(await namesOf(asAdmin, `${ofGroup(hidden.id)}&filter[q]=an`)).toEqual(['anna'])
    expect(await namesOf(helper, ofGroup(hidden.id))).toEqual([])
    expect((await helper.get(`${path}/count?filter[group]=${hidden.id}`)).body).toEqual({
      count: 0,
      hasMore: false,
    })
  })

  test('what it cannot understand is refused', async () => {
    const forum = await open()
    const client = await forum.as(admin)
    const cases: [query: string, status: number][] = [
      ['filter[unheard]=1', 400],
      ['filter[group]=mods', 422],
      ['filter[joinedSince]=yesterday', 422],
      ['filter[unconfirmed]=maybe', 422],
      [`filter[q]=${'x'.repeat(151)}`, 422],
      ['filter[q][]=x', 422],
      ['sort=email', 400],
      ['sort=joinedAt,username', 400],
      ['page[offset]=20', 400],
      ['page[after]=unheard', 400],
    ]
    for (const [query, expected] of cases) {
      const { status } = await client.get(`${path}?${query}`)
      expect({ query, status }).toEqual({ query, status: expected })
    }
  })

  test('among many users it reads as much as among few, whatever is asked', async () => {
    const forum = await open()
    await fill(forum, 6000)
    const rare = await makeUser(forum, {
      username: 'rare',
      is_email_confirmed: false,
      groupIds: [moderators],
    })
    const queries = ['sort=-joinedAt', 'sort=username', 'sort=commentCount', 'filter[q]=m', 'filter[q]=many1']
      .concat(
        'filter[group]=4',
        'filter[unconfirmed]=1',
        'filter[neverSeen]=1',
        'filter[lastSeenSince]=2024-01-01',
      )
      .concat(
        'filter[joinedBefore]=2021-01-01&sort=joinedAt',
        'filter[unconfirmed]=1&filter[joinedSince]=2021-01-01',
      )
    for (const query of queries) {
      const statements = await selectsOf(forum, `${path}?${query}`)
      const ofList = statements.filter(({ sql: text }) =>
        /from "(group_user|users)" (where|order)/.test(text),
      )
      expect({ query, few: ofList.length <= 8 }).toEqual({ query, few: true })
      for (const statement of ofList) {
        const plan = await planOf(forum.current.database, statement, { run: true })
        expect(plan, `${query}\n${statement.sql}`).not.toMatch(/SCAN users(?! USING)|Seq Scan on users/)
        // Only rows that are known by their ids are sorted.
        const isByIds = /json_each|any\(/.test(statement.sql)
        if (!isByIds) expect(plan, `${query}\n${statement.sql}`).not.toMatch(/TEMP B-TREE|Sort Method/)
        if (database === 'postgres') {
          const read = [...plan.matchAll(/actual rows=(\d+)/g)].map(([, rows]) => Number(rows))
          expect(Math.max(...read), `${query}\n${plan}`).toBeLessThanOrEqual(2001)
        }
      }
    }
    const client = await forum.as(admin)
    expect(await namesOf(client, 'filter[unconfirmed]=1')).toEqual([rare.username])
    expect((await client.get(`${path}/count`)).body).toEqual({ count: 1000, hasMore: true })
    expect((await client.get(`${path}/count?filter[group]=4`)).body).toEqual({ count: 1, hasMore: false })
  }, 60_000)

  test('extensions add filters, sorts and names', async () => {
    const forum = await open({ extensions: [nicknames] })
    await makeUser(forum, { username: 'anna', comment_count: 5 })
    await makeUser(forum, { username: 'bert', avatar_url: 'zelda' })
    await fill(forum, 2500)
    const client = await forum.as(admin)
    expect(await namesOf(client, 'filter[q]=zel')).toEqual(['bert'])
    expect(await namesOf(client, 'filter[writing]=5&sort=username&filter[q]=an')).toEqual(['anna'])
    expect((await client.get(`${path}?sort=posts`)).status).toBe(200)
    // The filter has no index: pages lead on until the match is found.
    const { names, pages } = await pagesOf(client, 'filter[pictured]=1&sort=-joinedAt')
    expect({ names, isShort: pages > 1 }).toEqual({ names: ['bert'], isShort: true })
  })
})

const nicknames: InstalledExtension = {
  id: 'nicknames',
  title: 'Nicknames',
  version: '1.0.0',
  declaration: {
    userList: {
      names: ['avatar_url'],
      sorts: { posts: { column: 'comment_count' } },
      filters: {
        writing: {
          schema: z.unknown(),
          where: (eb, value) => eb('users.comment_count', '=', Number(value)),
        },
        pictured: {
          schema: z.unknown(),
          where: (eb) => eb('users.avatar_url', 'is not', null),
        },
      },
    },
  },
}
