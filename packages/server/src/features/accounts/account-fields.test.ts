import { admin, createTestForum, makeUser } from '@parley/testing'
import { describe, expect, test } from 'vitest'

const document = (attributes: Record<string, unknown>) => ({ data: { attributes } })

describe('changes of an account', () => {
  test('B224 an empty change is answered with one’s own document', async () => {
    const forum = await createTestForum()
    const user = await makeUser(forum)
    const { status, body } = await (await forum.as(user)).patch(`/api/users/${user.id}`, {})
    expect({ status, email: body.data.attributes.email }).toEqual({ status: 200, email: user.email })
  })

  test('B380 B232 B314 preferences are merged; unknown ones are ignored', async () => {
    const forum = await createTestForum()
    const user = await makeUser(forum, { preferences: '{"discloseOnline":false,"fromAnExtension":7}' })
    const client = await forum.as(user)
    const patch = (preferences: unknown) => client.patch(`/api/users/${user.id}`, document({ preferences }))
    const { status, body } = await patch({ indexProfile: [], unknown: 1, locale: 'en' })
    expect({ status, preferences: body.data.attributes.preferences }).toEqual({
      status: 200,
      preferences: {
        discloseOnline: false,
        indexProfile: false,
        locale: 'en',
        notify_discussionRenamed_alert: true,
      },
    })
    const stored = await forum.current.database.read
      .selectFrom('users')
      .select('preferences')
      .where('id', '=', user.id)
      .executeTakeFirst()
    expect(JSON.parse(stored?.preferences ?? '')).toMatchObject({ fromAnExtension: 7 })
  })

  test.each([{ locale: { a: 1 } }, { locale: ['x'] }, 'text', 7, ['x']])(
    'preferences %j are refused and change nothing',
    async (preferences) => {
      const forum = await createTestForum()
      const client = await forum.as(admin)
      const attributes = { preferences, markedAllAsReadAt: true }
      const { status, body } = await client.patch('/api/users/1', document(attributes))
      expect({ status, pointer: body.errors[0]?.source?.pointer }).toEqual({
        status: 422,
        pointer: '/data/attributes/preferences',
      })
      expect((await client.get('/api/users/1')).body.data.attributes.markedAllAsReadAt).toBeNull()
    },
  )

  test('B250 B251 preferences and the time of reading can be changed by their owner only', async () => {
    const forum = await createTestForum()
    const user = await makeUser(forum)
    const client = await forum.as(admin)
    for (const attributes of [{ preferences: { locale: 'en' } }, { markedAllAsReadAt: '2020-01-01' }]) {
      expect((await client.patch(`/api/users/${user.id}`, document(attributes))).status).toBe(403)
    }
    expect((await client.patch(`/api/users/${user.id}`, document({ markedAllAsReadAt: 0 }))).status).toBe(200)
  })

  test('marking all as read stores the server’s time', async () => {
    const forum = await createTestForum()
    const client = await forum.as(admin)
    const { body } = await client.patch('/api/users/1', document({ markedAllAsReadAt: '2000-01-01' }))
    expect(body.data.attributes.markedAllAsReadAt).toBe('2024-01-01T00:00:00+00:00')
  })
})
