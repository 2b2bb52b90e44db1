import {
  admin,
  eachTestForum,
  grant,
  makeDiscussion,
  makeUser,
  replyTo,
  startDiscussion,
  type TestForum,
} from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { usersWhoSee } from '../../features/notifications/sync/recipients.ts'
import { explain } from '../../features/permissions/why/explain.ts'
import { administrators, everyone, members, moderators } from '../context/actor.ts'
import { defineExtension, type InstalledExtension } from '../extension.ts'
import { AccountRegistry, type Restriction } from './accounts.ts'

const restricted = { key: 'gate.why.restricted' }

/** Accounts have only a guest's rights until a time, unless a group of theirs opens the gate. */
const untilTime: Restriction = ({ columns }, { rules, holds }) => {
  const until = (columns as { gated_until?: string | null } | undefined)?.gated_until
  return until && until > rules.now().toISOString() && !holds('gate.open') ? restricted : undefined
}

const gate: InstalledExtension = {
  id: 'gate',
  title: 'Gate',
  version: '1.0.0',
  declaration: defineExtension({
    migrations: {
      '001_gated_until': {
        async up({ db, dialect: { types } }) {
          await sql`alter table users add column gated_until ${types.timestamp}`.execute(db)
        },
        async down({ db }) {
          await sql`alter table users drop column gated_until`.execute(db)
        },
      },
    },
    accountColumns: ['gated_until' as never],
    restrictions: { gated: untilTime },
  }),
}

describe('declarations', () => {
  test('there are none by default', () => {
    const none = new AccountRegistry(
      [{ owner: 'gong', section: undefined }],
      [{ owner: 'gong', section: undefined }],
    )
    expect([...none.columns]).toEqual([])
    expect(none.restrictionOf({} as never, {} as never)).toBeUndefined()
  })

  test('two extensions read the same column, and the first reason counts', () => {
    const first = { key: 'first' }
    const registry = new AccountRegistry(
      [
        { owner: 'a', section: ['last_seen_at'] },
        { owner: 'b', section: ['last_seen_at', 'joined_at'] },
      ],
      [
        { owner: 'a', section: { never: () => undefined, always: () => first } },
        { owner: 'b', section: { later: () => ({ key: 'second' }) } },
      ],
    )
    expect([...registry.columns.keys()]).toEqual(['last_seen_at', 'joined_at'])
    expect(registry.restrictionOf({} as never, {} as never)).toBe(first)
  })

  test('what is no function is a fault', () => {
    expectFault('gong', 'restrictions › ring', 'is not a function', () => {
      new AccountRegistry([], [{ owner: 'gong', section: { ring: true as never } }])
    })
  })
})

eachTestForum((open) => {
  const gateUntil = (forum: TestForum, id: number, until: string) =>
    forum.current.database.transaction((db) =>
      sql`update users set gated_until = ${until} where id = ${id}`.execute(db),
    )
  const inAMinute = (forum: TestForum) => new Date(forum.current.now().getTime() + 60_000).toISOString()

  test('a restricted account has the rights of a guest, until its time is over', async () => {
    const forum = await open({ extensions: [gate] })
    const user = await makeUser(forum, { groupIds: [moderators] })
    const { id } = await makeDiscussion(forum)
    const hidden = await makeDiscussion(forum, { hidden_at: forum.current.now().toISOString() })
    const client = await forum.as(user)
    const statuses = async () => [
      (await client.get(`/api/discussions/${id}`)).status,
      (await client.get(`/api/discussions/${hidden.id}`)).status,
      (await replyTo(client, String(id))).status,
    ]
    expect(await statuses()).toEqual([200, 200, 201])
    // Two posts need ten seconds between them.
    forum.clock.advance(10)
    await gateUntil(forum, user.id, inAMinute(forum))
    expect(await statuses()).toEqual([200, 404, 403])
    expect((await startDiscussion(client, { title: 'A title', content: 'x' })).status).toBe(403)
    const { attributes } = (await client.get('/api')).body.data
    expect(attributes).toMatchObject({ canViewForum: true, canStartDiscussion: false })
    forum.clock.advance(60)
    expect(await statuses()).toEqual([200, 200, 201])
  })

  test('recipients of notifications, jobs and explanations know the same actor as requests', async () => {
    const forum = await open({ extensions: [gate] })
    await grant(forum, 'viewForum', [members])
    const [gated, free] = [await makeUser(forum, { username: 'mira' }), await makeUser(forum)]
    await gateUntil(forum, gated.id, inAMinute(forum))
    const discussion = await makeDiscussion(forum)
    const system = forum.asSystem()
    expect(await usersWhoSee(system, 'discussions', discussion, [gated.id, free.id])).toEqual([free.id])
    const object = { type: 'discussions', id: discussion.id } as const
    for (const [{ id: userId }, isAllowed] of [
      [gated, false],
      [free, true],
    ] as const) {
      expect((await explain({ userId, ability: 'view', object }, system)).isAllowed).toBe(isAllowed)
      expect((await (await forum.as(userId)).get(`/api/discussions/${discussion.id}`)).status).toBe(
        isAllowed ? 200 : 404,
      )
    }
    const asAdmin = await forum.as(admin)
    const { lines } = (await asAdmin.get(`/api/admin/why?userId=${gated.id}&ability=viewForum`))
      .body as unknown as { lines: { text: string }[] }
    expect(lines[0]?.text).toBe(restricted.key)
  })

  test('a job that acts for a user has no more rights than the user', async () => {
    const forum = await open({ extensions: [gate] })
    await grant(forum, 'user.administer', [moderators])
    const helper = await makeUser(forum, { groupIds: [moderators] })
    const client = await forum.as(helper)
    const path = '/api/admin/users/actions'
    const run = async () => {
      const started = await client.post(path, { action: 'logOut', ids: [(await makeUser(forum)).id] })
      expect(started.status).toBe(202)
    }
    const lastStatus = async () =>
      ((await client.get(`${path}/last`)).body as unknown as { action: { status: string } }).action.status
    await run()
    await forum.settled()
    expect(await lastStatus()).toBe('done')
    await run()
    await gateUntil(forum, helper.id, inAMinute(forum))
    await forum.settled()
    forum.clock.advance(60)
    expect(await lastStatus()).toBe('refused')
  })

  test('the groups of an account can open the gate, and administrators stay what they are', async () => {
    const forum = await open({ extensions: [gate] })
    const [moderator, administrator] = [
      await makeUser(forum, { groupIds: [moderators] }),
      await makeUser(forum, { groupIds: [administrators] }),
    ]
    for (const { id } of [moderator, administrator]) await gateUntil(forum, id, inAMinute(forum))
    const { id } = await makeDiscussion(forum)
    await grant(forum, 'gate.open', [moderators])
    expect((await replyTo(await forum.as(moderator), String(id))).status).toBe(201)
    forum.clock.advance(10)
    await grant(forum, 'gate.open', [everyone])
    expect((await replyTo(await forum.as(moderator), String(id))).status).toBe(201)
    forum.clock.advance(10)
    await grant(forum, 'gate.open', [])
    expect((await replyTo(await forum.as(moderator), String(id))).status).toBe(403)
    expect((await (await forum.as(administrator)).get('/api/admin/why?ability=viewForum')).status).toBe(200)
  })

  test('a column that accounts lack is a fault of its extension', async () => {
    const declaration = defineExtension({ accountColumns: ['no_such_column' as never] })
    const lost: InstalledExtension = { id: 'lost', title: 'Lost', version: '1.0.0', declaration }
    await expect(open({ extensions: [lost] })).rejects.toThrow(/^lost › accountColumns › no_such_column: /)
  })
})
