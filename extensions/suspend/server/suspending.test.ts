import { join } from 'node:path'
import { administrators, members, moderators } from '@parley/server/actor'
import {
  admin,
  eachTestForum,
  grant,
  makeGroup,
  makeUser,
  readExtension,
  type TestForum,
} from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { changeUser, future, past, storeSuspension } from './stored-suspensions.ts'

const extension = await readExtension(join(import.meta.dirname, '..'))

const stored = ({ current: { database } }: TestForum, id: number) =>
  database.read
    .selectFrom('users')
    .select(['suspended_until', 'suspend_reason', 'suspend_message'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const none = { suspended_until: null, suspend_reason: null, suspend_message: null }
const texts = { suspendReason: 'Third warning', suspendMessage: 'Take a break.' }

/** Entries of the audit log, the newest first. */
async function entriesOf(forum: TestForum) {
  const { body } = await (await forum.as(admin.id)).get('/api/audit-entries')
  return body.data.map(({ attributes: { action, targetName, changes } }) => ({ action, targetName, changes }))
}

eachTestForum((open) => {
  const openWithUsers = async () => {
    const forum = await open({ extensions: [extension] })
    const [member, moderator] = [
      await makeUser(forum, { username: 'mira' }),
      await makeUser(forum, { groupIds: [moderators] }),
    ]
    return { forum, member, moderator, client: await forum.as(moderator) }
  }

  test('without the extension users have none of its attributes, and cannot be suspended', async () => {
    const forum = await open()
    const { id } = await makeUser(forum)
    const { status, body } = await changeUser(await forum.as(admin.id), id, { suspendedUntil: '2038-01-01' })
    expect(status).toBe(200)
    expect(Object.keys(body.data.attributes).filter((name) => /suspen/i.test(name))).toEqual([])
  })

  describe('who may suspend whom', () => {
    test('suspend-2 a holder of the permission suspends a member, who has no other group', async () => {
      const forum = await open({ extensions: [extension] })
      const group = await makeGroup(forum)
      await grant(forum, 'user.suspend', [group.id])
      const [holder, member] = [await makeUser(forum, { groupIds: [group.id] }), await makeUser(forum)]
      const { status, body } = await changeUser(await forum.as(holder), member.id, {
        suspendedUntil: '2024-02-01',
        ...texts,
      })
      expect({ status, attributes: body.data.attributes }).toMatchObject({
        status: 200,
        attributes: { suspendedUntil: '2024-02-01T00:00:00+00:00', ...texts, canSuspend: true },
      })
    })

    test('suspend-3 an administrator cannot suspend himself', async () => {
      const { forum } = await openWithUsers()
      const client = await forum.as(admin.id)
      expect((await changeUser(client, admin.id, { suspendedUntil: '2038-01-01' })).status).toBe(403)
      expect(await stored(forum, admin.id)).toEqual(none)
    })

    test('suspend-5 moderators can suspend neither themselves nor administrators, by any group', async () => {
      const { forum, moderator, client } = await openWithUsers()
      const second = await makeUser(forum, { groupIds: [moderators, administrators] })
      for (const { id } of [moderator, admin, second]) {
        expect((await changeUser(client, id, { suspendedUntil: '2038-01-01' })).status).toBe(403)
        expect((await client.get(`/api/users/${id}`)).body.data.attributes.canSuspend).toBe(false)
        expect(await stored(forum, id)).toEqual(none)
      }
      expect((await changeUser(await forum.as(admin.id), second.id, { suspendedUntil: null })).status).toBe(
        403,
      )
    })

    test('members, suspended moderators and guests may not; a user out of sight is not found', async () => {
      const { forum, member, moderator, client } = await openWithUsers()
      const other = await makeUser(forum)
      const asMember = await forum.as(member)
      expect((await changeUser(asMember, other.id, { suspendedUntil: '2038-01-01' })).status).toBe(403)
      const browser = forum.browser()
      await browser.get('/api')
      expect((await changeUser(browser, other.id, { suspendedUntil: '2038-01-01' })).status).toBe(403)
      await storeSuspension(forum, moderator.id, { suspended_until: future })
      expect((await changeUser(client, other.id, { suspendedUntil: '2038-01-01' })).status).toBe(403)
      await grant(forum, 'viewForum', [members])
      expect((await changeUser(client, other.id, { suspendedUntil: '2038-01-01' })).status).toBe(404)
      expect((await changeUser(await forum.as(admin.id), 777, { suspendedUntil: null })).status).toBe(404)
    })
  })

  describe('what is sent', () => {
    test('null and an empty text end a suspension, with its texts', async () => {
      const { forum, member, client } = await openWithUsers()
      for (const suspendedUntil of [null, '']) {
        await changeUser(client, member.id, { suspendedUntil: '2038-01-01', ...texts })
        const { status } = await changeUser(client, member.id, { suspendedUntil, ...texts })
        expect(status).toBe(200)
        expect(await stored(forum, member.id)).toEqual(none)
      }
    })

    test.each([
      ['2024-05-06', '2024-05-06T00:00:00.000Z'],
      ['2024-05-06T07:08:09Z', '2024-05-06T07:08:09.000Z'],
      ['2024-05-06T07:08:09+02:30', '2024-05-06T04:38:09.000Z'],
      ['2024-05-06T07:08:09', '2024-05-06T07:08:09.000Z'],
      ['2024-05-06t07:08:09.5z', '2024-05-06T07:08:09.500Z'],
      ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
      ['1999-01-01', '1999-01-01T00:00:00.000Z'],
    ])('the date %s is stored as %s', async (sent, suspended_until) => {
      const { forum, member, client } = await openWithUsers()
      expect((await changeUser(client, member.id, { suspendedUntil: sent })).status).toBe(200)
      expect(await stored(forum, member.id)).toEqual({ ...none, suspended_until })
    })

    test('anything that is no full date is 422 and changes nothing', async () => {
      const { forum, member, client } = await openWithUsers()
      await changeUser(client, member.id, { suspendedUntil: '2038-01-01', ...texts })
      const before = await stored(forum, member.id)
      for (const suspendedUntil of [
        ...['tomorrow', 'now', '+1 day', '2024', '2024-05', '2024-02-30', '2024-13-01', '06.05.2024', ' '],
        ...['2024-05-06T25:00:00Z', '2024-05-06T07:08Z', '2024-05-06T07:08:09+99:00', '10000-01-01'],
        ...['2024-05-06T07:08:09ZZ', '0000-01-01', 'null', '0', '2024-05-06\0'],
        ...[1_714_978_800, 0, 1e308, true, false, [], {}, ['2024-05-06'], { date: '2024-05-06' }],
      ]) {
        const { status, body } = await changeUser(client, member.id, { suspendedUntil, ...texts })
        expect({ suspendedUntil, status, pointer: body.errors?.[0]?.source?.pointer }).toEqual({
          suspendedUntil,
          status: 422,
          pointer: '/data/attributes/suspendedUntil',
        })
      }
      expect(await stored(forum, member.id)).toEqual(before)
    })

    test('texts are stored with the date only: missing and empty ones as null', async () => {
      const { forum, member, client } = await openWithUsers()
      expect((await changeUser(client, member.id, texts)).status).toBe(200)
      expect((await changeUser(await forum.as(member), member.id, texts)).status).toBe(200)
      expect(await stored(forum, member.id)).toEqual(none)
      const long = 'ß'.repeat(65_535)
      await changeUser(client, member.id, { suspendedUntil: '2038-01-01', suspendReason: long })
      expect(await stored(forum, member.id)).toMatchObject({ suspend_reason: long, suspend_message: null })
      await changeUser(client, member.id, {
        suspendedUntil: '2038-01-01',
        suspendMessage: 7,
        suspendReason: '',
      })
      expect(await stored(forum, member.id)).toMatchObject({ suspend_reason: null, suspend_message: '7' })
      await changeUser(client, member.id, { suspendedUntil: '2038-01-01', suspendMessage: null })
      expect(await stored(forum, member.id)).toMatchObject({ suspend_message: null })
      await changeUser(client, member.id, texts)
      expect(await stored(forum, member.id)).toMatchObject({ suspend_reason: null, suspend_message: null })
    })

    test('texts that are no text, or too long, are 422 and change nothing', async () => {
      const { forum, member, client } = await openWithUsers()
      for (const name of ['suspendReason', 'suspendMessage']) {
        for (const value of [[], {}, ['x'], true, 'a\0b', '\ud800', 'x'.repeat(65_536)]) {
          const { status, body } = await changeUser(client, member.id, {
            suspendedUntil: future,
            [name]: value,
          })
          expect({ name, status, pointer: body.errors?.[0]?.source?.pointer }).toEqual({
            name,
            status: 422,
            pointer: `/data/attributes/${name}`,
          })
        }
      }
      expect(await stored(forum, member.id)).toEqual(none)
    })

    test('a new account is not suspended, whatever its creation says', async () => {
      const { forum } = await openWithUsers()
      for (const client of [forum.browser(), await forum.as(admin.id)]) {
        await client.get('/api')
        const username = `new${Math.random().toString().slice(2, 12)}`
        const attributes = { username, email: `${username}@machine.local`, password: 'long enough' }
        const { status, body } = await client.post('/api/users', {
          data: { attributes: { ...attributes, suspendedUntil: '2038-01-01', ...texts } },
        })
        expect(status).toBe(201)
        expect(await stored(forum, Number(body.data.id))).toEqual(none)
      }
    })
  })

  test('only those who may suspend a user see why; only they and the user until when, and what was said', async () => {
    const { forum, member, client } = await openWithUsers()
    await changeUser(client, member.id, { suspendedUntil: '2038-01-01', ...texts })
    const shown = async (path: string, as = client) => {
      const { attributes } = (await as.get(path)).body.data
      return Object.keys(attributes)
        .filter((name) => /suspen/i.test(name))
        .sort()
    }
    const path = `/api/users/${member.id}`
    const all = ['canSuspend', 'suspendMessage', 'suspendReason', 'suspendedUntil']
    const told = ['canSuspend', 'suspendMessage', 'suspendedUntil']
    expect(await shown(path)).toEqual(all)
    expect(await shown(path, await forum.as(admin.id))).toEqual(all)
    expect(await shown(path, await forum.as(member))).toEqual(told)
    expect(await shown(path, await forum.as(await makeUser(forum)))).toEqual(['canSuspend'])
    expect(await shown(path, forum.guest())).toEqual(['canSuspend'])
    // An administrator reads of himself what all users read of themselves.
    expect(await shown(`/api/users/${admin.id}`, await forum.as(admin.id))).toEqual(told)
    expect(await shown(`/api/users/${admin.id}`)).toEqual(['canSuspend'])
    const { included = [] } = (await (await forum.as(member)).get('/api')).body
    const own = included.find(({ type, id }) => type === 'users' && id === String(member.id))
    expect(own?.attributes).toMatchObject({ suspendMessage: texts.suspendMessage })
    expect(own?.attributes).not.toHaveProperty('suspendReason')
  })

  test('the audit log has what differs, before and after', async () => {
    const { forum, member, client } = await openWithUsers()
    const before = (await entriesOf(forum)).length
    await changeUser(client, member.id, { suspendedUntil: '2024-02-01', ...texts })
    await changeUser(client, member.id, { suspendedUntil: '2024-02-01', ...texts })
    await changeUser(client, member.id, { suspendedUntil: '2024-03-01', ...texts })
    await changeUser(client, member.id, { suspendedUntil: null })
    await changeUser(client, member.id, { suspendedUntil: null })
    const entries = (await entriesOf(forum)).slice(0, -before || undefined).reverse()
    const [february, march] = ['2024-02-01T00:00:00+00:00', '2024-03-01T00:00:00+00:00']
    const of = (entry: (typeof entries)[number] | undefined) =>
      ((entry?.changes ?? []) as { field: string; before: unknown; after: unknown }[]).map((change) => [
        change.field,
        change.before,
        change.after,
      ])
    expect(entries.map(({ action }) => action)).toEqual([
      'user.suspended',
      'user.suspended',
      'user.unsuspended',
    ])
    expect(of(entries[0])).toEqual([
      ['until', null, february],
      ['reason', null, texts.suspendReason],
      ['message', null, texts.suspendMessage],
    ])
    expect(of(entries[1])).toEqual([['until', february, march]])
    expect(entries[1]?.changes).toMatchObject([{ isTime: true }])
    expect(of(entries[2])).toEqual([
      ['until', march, null],
      ['reason', texts.suspendReason, null],
      ['message', texts.suspendMessage, null],
    ])
    expect(entries[0]?.targetName).toBe('mira')
    expect((await (await forum.as(member)).get('/api/audit-entries')).status).toBe(403)
  })

  test('a date that is over is accepted, and takes no rights away', async () => {
    const { forum, member, client } = await openWithUsers()
    expect((await changeUser(client, member.id, { suspendedUntil: past })).status).toBe(200)
    const { body } = await (await forum.as(member)).get('/api')
    expect(body.data.attributes.canStartDiscussion).toBe(true)
  })

  test('two moderators at the same time leave one suspension whole', async () => {
    const { forum, member, client } = await openWithUsers()
    const other = await forum.as(await makeUser(forum, { groupIds: [moderators] }))
    const [one, two] = await Promise.all([
      changeUser(client, member.id, {
        suspendedUntil: '2024-02-01',
        suspendReason: 'a',
        suspendMessage: 'a',
      }),
      changeUser(other, member.id, { suspendedUntil: '2024-03-01', suspendReason: 'b', suspendMessage: 'b' }),
    ])
    expect([one.status, two.status]).toEqual([200, 200])
    const { suspended_until, suspend_reason, suspend_message } = await stored(forum, member.id)
    expect([
      ['2024-02-01T00:00:00.000Z', 'a', 'a'],
      ['2024-03-01T00:00:00.000Z', 'b', 'b'],
    ]).toContainEqual([suspended_until, suspend_reason, suspend_message])
  })
})
