import { join } from 'node:path'
import { everyone } from '@parley/server/actor'
import {
  type ApiClient,
  Description,
  eachTestForum,
  grant,
  makeDiscussion,
  makeGroup,
  makeUser,
  readExtension,
  setSettings,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { guestId, storeReactions } from '../test-reactions.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

const anonymous = 'fof-reactions.anonymousReactions'
const seeing = 'discussion.canSeeReactions'

/** The contract's fixture: four members with a reaction to post 5 and one who took it back, and as many guests. */
async function openWithReactions(
  open: (options: { extensions: (typeof extension)[] }) => Promise<TestForum>,
) {
  const forum = await open({ extensions: [extension] })
  await makeDiscussion(forum, { id: 3, posts: [{ id: 5 }, { id: 6 }] })
  const users = []
  for (let number = 0; number < 5; number += 1) users.push(await makeUser(forum))
  await storeReactions(forum, [
    ...users.map(({ id }, place) => ({
      post_id: 5,
      user_id: id,
      reaction_id: place === 4 ? null : place + 1,
    })),
    ...users.map((_, place) => ({
      post_id: 5,
      guest_id: guestId(place),
      reaction_id: place === 4 ? null : 1,
    })),
    { post_id: 6, user_id: 1, reaction_id: 6 },
  ])
  return { forum, users }
}

const list = (client: ApiClient, query = '') => client.get(`/api/posts/5/reactions${query}`)
const ids = (body: Awaited<ReturnType<typeof list>>['body']) => body.data.map(({ id }) => id)
const ofMembers = ['1', '2', '3', '4']
const ofGuests = ['anonymous-6', 'anonymous-7', 'anonymous-8', 'anonymous-9']

eachTestForum((open) => {
  test('reactions-4: guests need the permission; with it they get the four of members, with anonymous reactions eight', async () => {
    const { forum, users } = await openWithReactions(open)
    const guest = forum.guest()
    const refused = await list(guest)
    expect({ status: refused.status, errors: refused.body.errors }).toEqual({
      status: 403,
      errors: [{ status: '403', code: 'permission_denied' }],
    })
    await grant(forum, seeing, [everyone])
    const answer = await list(guest)
    expect(answer.status).toBe(200)
    expect((await Description.of(guest)).answerFaults('GET /api/posts/{id}/reactions', answer)).toEqual([])
    expect(ids(answer.body)).toEqual(ofMembers)
    expect(answer.body.data[0]).toEqual({
      type: 'post_reactions',
      id: '1',
      attributes: { userId: users[0]?.id, postId: 5, reactionId: 1 },
      relationships: {
        reaction: { data: { type: 'reactions', id: '1' } },
        user: { data: { type: 'users', id: String(users[0]?.id) } },
      },
    })
    await setSettings(forum, { [anonymous]: '1' })
    const eight = await list(guest)
    expect(ids(eight.body)).toEqual([...ofMembers, ...ofGuests])
    expect(eight.body.data[4]).toEqual({
      type: 'post_reactions',
      id: 'anonymous-6',
      attributes: { userId: null, postId: 5, reactionId: 1 },
      relationships: { reaction: { data: { type: 'reactions', id: '1' } } },
    })
    expect(eight.text).not.toContain(guestId(0))
  })

  test('reactions-5: members need the permission in both modes', async () => {
    const { forum, users } = await openWithReactions(open)
    const group = await makeGroup(forum)
    const allowed = await forum.as(await makeUser(forum, { groupIds: [group.id] }))
    await grant(forum, seeing, [group.id])
    const other = await forum.as(users[0] ?? 1)
    for (const [mode, expected] of [
      ['0', ofMembers],
      ['1', [...ofMembers, ...ofGuests]],
    ] as const) {
      await setSettings(forum, { [anonymous]: mode })
      expect(ids((await list(allowed)).body)).toEqual(expected)
      expect((await list(other)).status).toBe(403)
      const may = async (client: ApiClient) =>
        (await client.get('/api/discussions/3')).body.data.attributes.canSeeReactions
      expect([await may(allowed), await may(other)]).toEqual([true, false])
    }
  })

  test('the list is read in parts, and by type', async () => {
    const { forum } = await openWithReactions(open)
    await setSettings(forum, { [anonymous]: '1' })
    const admin = await forum.as(1)
    const first = await list(admin, '?page[limit]=3')
    expect([ids(first.body), first.body.meta]).toEqual([['1', '2', '3'], { after: '3' }])
    const second = await list(admin, '?page[limit]=3&page[after]=3')
    expect([ids(second.body), second.body.meta]).toEqual([
      ['4', 'anonymous-6', 'anonymous-7'],
      { after: '7' },
    ])
    const last = await list(admin, '?page[limit]=3&page[after]=7')
    expect([ids(last.body), last.body.meta]).toEqual([['anonymous-8', 'anonymous-9'], undefined])
    expect(ids((await list(admin, '?filter[reaction]=1')).body)).toEqual(['1', ...ofGuests])
    expect(ids((await list(admin, '?filter[reaction]=99')).body)).toEqual([])
    for (const query of ['filter[reaction]=heart', 'page[limit]=0', 'page[limit]=1001', 'page[after]=x'])
      expect({ query, status: (await list(admin, `?${query}`)).status }).toEqual({ query, status: 422 })
    expect((await list(admin, '?include=post.user')).status).toBe(400)
    const withPost = await list(admin, '?include=post&page[limit]=1')
    expect(withPost.body.included?.map(({ type, id }) => `${type} ${id}`)).toEqual(['posts 5'])
    for (const id of ['99', 'x']) expect((await admin.get(`/api/posts/${id}/reactions`)).status).toBe(404)
  })

  test('include=reactions on posts gives them to those who may see them; others have no such relationship', async () => {
    const { forum, users } = await openWithReactions(open)
    await setSettings(forum, { [anonymous]: '1' })
    const admin = await forum.as(1)
    const shown = (await admin.get('/api/posts/5?include=reactions')).body
    expect(shown.data.relationships?.reactions?.data.map(({ id }) => id)).toEqual([...ofMembers, ...ofGuests])
    expect(shown.included?.map(({ id }) => id)).toEqual([...ofMembers, ...ofGuests])
    const listed = await admin.get('/api/posts?filter[discussion]=3&include=reactions,reactions.user')
    expect(listed.body.data.map(({ relationships }) => relationships?.reactions?.data.length)).toEqual([8, 1])
    expect(listed.body.included?.filter(({ type }) => type === 'users')).toHaveLength(5)
    const member = await forum.as(users[0] ?? 1)
    const hidden = await member.get('/api/posts/5?include=reactions')
    expect([hidden.status, hidden.body.data.relationships, hidden.body.included]).toEqual([
      200,
      undefined,
      undefined,
    ])
  })

  test('the reactions to a post that is hidden from the actor are 404', async () => {
    const { forum } = await openWithReactions(open)
    await grant(forum, seeing, [everyone])
    const at = forum.clock.now().toISOString()
    await forum.current.database.transaction((db) => db.updateTable('posts').set({ hidden_at: at }).execute())
    expect((await list(forum.guest())).status).toBe(404)
    expect((await list(await forum.as(1))).status).toBe(200)
  })
})
