import { admin, grant, makeUser, onBothDatabases, planOf, selectsOf, type TestForum } from '@parley/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { administrators, members } from '../../points/context/actor.ts'
import { exportEntries } from './export.ts'
import { writeAuditEntry } from './write-entry.ts'

/** Stores entries of some actors about many accounts, one a minute, up to the time of the forum. */
async function fill(forum: TestForum, count: number, actors = 40): Promise<void> {
  const { database } = forum.current
  const end = forum.clock.now().getTime()
  const rows = Array.from({ length: count }, (_, index) => ({
    created_at: new Date(end - (count - index) * 60_000).toISOString(),
    actor_id: (index % actors) + 1,
    actor_name: `user${index % actors}`,
    action: index % 9 === 0 ? 'user.deleted' : 'user.renamed',
    target_type: 'users',
    target_id: String((index % 300) + 100),
    target_name: `target${index % 300}`,
    changes: '{"username":"personal"}',
    personal_changes: '{"username":["old-name","new-name"]}',
    omitted_fields: 0,
    origin: index % 50 === 0 ? ('apiKey' as const) : ('session' as const),
    credential_id: null,
    ip_address: '192.0.2.7',
  }))
  await database.transaction(async (db) => {
    for (let start = 0; start < count; start += 500)
      await db
        .insertInto('audit_entries')
        .values(rows.slice(start, start + 500))
        .execute()
    await sql`analyze`.execute(db)
  })
}

const storedCount = async ({ current: { database } }: TestForum) =>
  (await database.read.selectFrom('audit_entries').select('id').execute()).length

const path = '/api/audit-entries'

onBothDatabases((open, name) => {
  test('the log is for those who have the permission', async () => {
    const forum = await open()
    await fill(forum, 3)
    const member = await forum.as(await makeUser(forum))
    for (const client of [member, forum.guest()]) {
      for (const refused of [path, `${path}/export`]) expect((await client.get(refused)).status).toBe(403)
    }
    await grant(forum, 'auditLog.view', [members])
    expect((await member.get(path)).body.data).toHaveLength(3)
    expect((await member.get(`${path}/export?format=jsonl`)).text.trim().split('\n')).toHaveLength(3)
    for (const method of ['PATCH', 'DELETE']) {
      expect((await member.send(`${path}/1`, { method })).status).toBe(404)
    }
    expect((await member.post(path)).status).toBe(405)
  })

  test('every filter reads an index in the order of the list, at any depth', async () => {
    const forum = await open()
    await fill(forum, 3000)
    const { database } = forum.current
    const client = await forum.as(admin)
    const middle = new Date(forum.clock.now().getTime() - 1500 * 60_000).toISOString()
    for (const [filter, index] of [
      ['', 'audit_entries_created_at'],
      ['filter[actor]=7', 'audit_entries_actor'],
      ['filter[action]=user.deleted', 'audit_entries_action'],
      ['filter[target]=users:200', 'audit_entries_target'],
      ['filter[origin]=apiKey', 'audit_entries_origin'],
      [`filter[since]=${middle}`, 'audit_entries_created_at'],
      [`filter[until]=${middle}`, 'audit_entries_created_at'],
    ] as const) {
      const first = await client.get(`${path}?page[limit]=5&page[after]=&${filter}`)
      const next = new URL(first.body.links?.next ?? '')
      for (const page of [`${path}?page[limit]=5&page[after]=&${filter}`, `${next.pathname}${next.search}`]) {
        const [query] = (await selectsOf(forum, page)).filter(({ sql: text }) =>
          /from "audit_entries"/.test(text),
        )
        if (!query) throw new Error(`${page} reads no entries`)
        const plan = await planOf(database, query, { run: true })
        expect(plan).toContain(index)
        expect(plan).not.toMatch(/TEMP B-TREE|Sort {2}\(|Seq Scan|SCAN audit_entries$/m)
        if (name === 'sqlite' && page !== path && filter !== '') expect(plan).toContain('SEARCH')
        if (name === 'postgres') {
          const read = [...plan.matchAll(/actual rows=(\d+)/g)].map(([, rows]) => Number(rows))
          expect(Math.max(...read)).toBeLessThanOrEqual(6)
          expect(plan).not.toMatch(/Rows Removed by Filter/)
        }
      }
    }
  })

  test('two filters that each select many entries read only those that both select', async () => {
    const forum = await open()
    await fill(forum, 3000)
    for (const [filter, index] of [
      ['filter[actor]=7&filter[action]=user.deleted', 'audit_entries_actor_action'],
      ['filter[actor]=11&filter[origin]=apiKey', 'audit_entries_actor_origin'],
      ['filter[action]=user.deleted&filter[origin]=apiKey', 'audit_entries_action_origin'],
    ] as const) {
      const statements = await selectsOf(forum, `${path}?page[limit]=5&page[after]=&${filter}`)
      const query = statements.find(({ sql: text }) => /from "audit_entries"/.test(text))
      if (!query) throw new Error(`${filter} reads no entries`)
      const plan = await planOf(forum.current.database, query, { run: true })
      expect(plan).toContain(index)
      expect(plan).not.toMatch(/TEMP B-TREE|Seq Scan|SCAN audit_entries|Rows Removed by Filter/)
    }
  })

  test('an actor with few entries among actors with many is found by name in an index', async () => {
    const forum = await open()
    await fill(forum, 3000, 2)
    await makeUser(forum, { id: 5000, username: 'rare' })
    const statements = await selectsOf(forum, `${path}?page[limit]=5&page[after]=&filter[actor]=rare`)
    const query = statements.find(({ sql: text }) => /from "audit_entries"/.test(text))
    if (!query) throw new Error('No entries are read')
    const plan = await planOf(forum.current.database, query, { run: true })
    expect(plan).toMatch(/audit_entries_actor\b/)
    expect(plan).not.toContain('audit_entries_created_at')
  })

  test('pages follow each other without a gap, newest first, and the filters combine', async () => {
    const forum = await open()
    await fill(forum, 130)
    const client = await forum.as(admin)
    const ids: number[] = []
    let next: string | undefined = `${path}?page[limit]=50&page[after]=`
    while (next) {
      const { body } = await client.get(next)
      ids.push(...body.data.map(({ id }) => Number(id)))
      next = body.links?.next?.slice('http://localhost'.length)
    }
    expect(ids).toEqual(Array.from({ length: 130 }, (_, index) => 130 - index))
    const named = await client.get(`${path}?filter[actor]=ADMIN&filter[action]=user.deleted`)
    expect(named.body.data.map(({ id }) => Number(id))).toEqual([1])
    expect((await client.get(`${path}?filter[actor]=unheard-of`)).body.data).toEqual([])
    const both = await client.get(`${path}?filter[actor]=1&filter[action]=user.deleted`)
    expect(both.body.data.map(({ id }) => Number(id))).toEqual([1])
    for (const bad of ['actor][]=1', 'since]=soon', 'until]=2024-13-01', 'target]=users', 'action][]=a']) {
      expect({ bad, status: (await client.get(`${path}?filter[${bad}`)).status }).toEqual({
        bad,
        status: 422,
      })
    }
  })

  test('an export has all entries in batches, and goes on after an interruption', async () => {
    const forum = await open()
    await fill(forum, 450)
    const client = await forum.as(admin)
    const lines = await client.get(`${path}/export?format=jsonl`)
    expect(lines.headers['content-type']).toBe('application/jsonl; charset=utf-8')
    const entries = lines.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; text: string })
    expect(entries.map(({ id }) => id)).toEqual(Array.from({ length: 450 }, (_, index) => 450 - index))
    expect(entries[0]).toMatchObject({
      text: 'user9 changed the username of target149',
      ipAddress: '192.0.2.7',
    })
    const rest = await client.get(`${path}/export?format=jsonl&after=201&filter[actor]=1`)
    expect(rest.text.match(/"id":\d+/g)).toEqual(['"id":161', '"id":121', '"id":81', '"id":41', '"id":1'])
    const csv = await client.get(`${path}/export?filter[actor]=1`)
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit-log.csv"',
    })
    expect(csv.text.split('\r\n')[0]).toMatch(/^"id","createdAt","text","action"/)
    expect(csv.text.split('\r\n')).toHaveLength(14)
    for (const [query, status] of [
      ['format=xml', 422],
      ['after=x', 422],
      ['after=9999', 404],
      ['filter[since]=soon', 422],
    ] as const) {
      expect({ query, status: (await client.get(`${path}/export?${query}`)).status }).toEqual({
        query,
        status,
      })
    }
    const before = forum.current.database.queries
    const pieces = exportEntries(forum.asSystem(), { format: 'jsonl' })
    await pieces.next()
    expect(forum.current.database.queries - before).toBe(1)
    await pieces.return()
  })

  test('cells of an export are no formulas', async () => {
    const forum = await open()
    await forum.current.write(forum.asSystem(), (context) =>
      writeAuditEntry(context, 'discussion.hidden', { target: { id: 1, name: '=cmd("x")' } }),
    )
    const { text } = await (await forum.as(admin)).get(`${path}/export`)
    expect(text).toContain(`,"'=cmd(""x"")",`)
  })

  test('the database refuses to change or delete entries before their time, by whatever statement', async () => {
    const forum = await open()
    forum.clock.set(new Date())
    await fill(forum, 3)
    const { database } = forum.current
    const statements = [
      sql`delete from audit_entries`,
      sql`delete from audit_entries where id = 1`,
      sql`update audit_entries set action = 'nothing.happened'`,
      sql`update audit_entries set changes = '{}' where id = 2`,
      sql`update audit_entries set actor_name = 'somebody else'`,
      sql`update audit_entries set ip_address = null, actor_id = null`,
      sql`update audit_entries set created_at = '2001-01-01T00:00:00.000Z'`,
      name === 'sqlite'
        ? sql`insert or replace into audit_entries (id, created_at, action, changes, omitted_fields, origin)
            values (1, '2024-01-01T00:00:00.000Z', 'x', '{}', 0, 'job')`
        : sql`truncate audit_entries`,
    ]
    const entries = () => database.read.selectFrom('audit_entries').selectAll().orderBy('id').execute()
    const before = await entries()
    for (const statement of statements) {
      await expect(database.transaction((db) => statement.execute(db))).rejects.toThrow(
        'Entries of the audit log cannot be changed, or deleted before their time',
      )
    }
    // A shorter time than the least has no effect, whatever stands in the settings.
    for (const value of ['1', '', '-5', 'x', '99999999']) {
      await database.transaction((db) =>
        db
          .insertInto('settings')
          .values({ key: 'audit_log_retention_days', value })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
          .execute(),
      )
      await expect(database.transaction((db) => sql`delete from audit_entries`.execute(db))).rejects.toThrow(
        'deleted before their time',
      )
    }
    expect(await entries()).toEqual(before)
  })

  test('the retention job deletes old entries in batches, and no others', async () => {
    const forum = await open()
    await fill(forum, 1200)
    const client = await forum.as(admin)
    for (const days of ['29', '3651', 'x', '']) {
      expect((await client.post('/api/settings', { audit_log_retention_days: days })).status).toBe(422)
    }
    expect((await client.post('/api/settings', { audit_log_retention_days: '60' })).status).toBe(204)
    forum.clock.advance(24 * 3600)
    await forum.settled()
    expect(await storedCount(forum)).toBe(1201)
    // 60 days after the time of the 601st entry.
    forum.clock.set(new Date(Date.parse('2024-01-01T00:00:00Z') + (60 * 24 * 60 - 600) * 60_000))
    await forum.settled()
    expect(await storedCount(forum)).toBe(600)
  })

  test('the deletion of an account removes its names and addresses from entries, in batches', async () => {
    const forum = await open()
    const gone = await makeUser(forum, { username: 'gone-soon', groupIds: [administrators] })
    const client = await forum.as(gone)
    const asAdmin = await forum.as(admin)
    await client.post('/api/settings', { forum_title: 'Mine' })
    const renamed = { data: { attributes: { username: 'leaving', email: 'leaving@machine.local' } } }
    expect((await asAdmin.patch(`/api/users/${gone.id}`, renamed)).status).toBe(200)
    await fill(forum, 10)
    await forum.current.database.transaction((db) =>
      sql`insert into audit_entries (created_at, actor_id, actor_name, action, changes, omitted_fields, origin, ip_address)
        select created_at, ${sql.lit(gone.id)}, 'gone-soon', action, changes, 0, origin, '192.0.2.9' from audit_entries
        limit 10`.execute(db),
    )
    expect((await asAdmin.delete(`/api/users/${gone.id}`)).status).toBe(204)
    await forum.settled()
    const rows = await forum.current.database.read.selectFrom('audit_entries').selectAll().execute()
    const text = JSON.stringify(rows)
    for (const personal of ['gone-soon', 'leaving', '192.0.2.9', gone.email])
      expect(text).not.toContain(personal)
    expect(rows.filter(({ actor_id }) => actor_id === gone.id).length).toBeGreaterThanOrEqual(11)
    const { body } = await asAdmin.get(`${path}?filter[target]=users:${gone.id}`)
    expect(body.data.map(({ attributes }) => [attributes.text, attributes.changes])).toEqual([
      ['admin deleted the account [deleted]', []],
      [
        'admin changed the email address of [deleted]',
        [{ field: 'email', label: 'Email address', isRedacted: true }],
      ],
      [
        'admin changed the username of [deleted]',
        [{ field: 'username', label: 'Username', isRedacted: true }],
      ],
    ])
    // Entries of others keep their names.
    expect(rows.filter(({ actor_id }) => actor_id === 1).every(({ actor_name }) => actor_name !== null)).toBe(
      true,
    )
  })
})
