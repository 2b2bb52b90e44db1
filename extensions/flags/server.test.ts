import { moderators } from '@parley/server/actor'
import {
  eachTestForum,
  idsOf,
  makeDiscussion,
  makeUser,
  readExtension,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { storeFlags } from './server/test-flags.ts'

const extension = await readExtension(import.meta.dirname)

/** The contract's forum: users 2 and 3, a moderator, and flags 1 to 3 on post 1, 4 on post 2 and 5 on post 3. */
async function fill(forum: TestForum) {
  await makeUser(forum)
  await makeUser(forum, { groupIds: [moderators] })
  await makeDiscussion(forum, { posts: [{}, {}, {}] })
  await storeFlags(forum, [
    { post_id: 1, user_id: 1 },
    { post_id: 1, user_id: 2 },
    { post_id: 1, user_id: 3 },
    { post_id: 2, user_id: 2 },
    { post_id: 3, user_id: 1 },
  ])
  forum.clock.advance(60)
}

eachTestForum((open) => {
  test('without the extension there are no flags', async () => {
    const forum = await open()
    await makeDiscussion(forum)
    const client = await forum.as(1)
    expect((await client.get('/api/flags')).status).toBe(404)
    expect((await client.get('/api/posts/1')).body.data.attributes).not.toHaveProperty('canFlag')
    expect((await client.get('/api')).body.data.attributes).not.toHaveProperty('canViewFlags')
  })

  test.each([
    ['flags-1 an administrator', 1],
    ['flags-2 a moderator', 3],
  ])('%s lists one flag of each flagged post, the newest first', async (_name, userId) => {
    const forum = await open({ extensions: [extension] })
    await fill(forum)
    const { status, body } = await (await forum.as(userId)).get('/api/flags')
    expect({ status, ids: body.data.map(({ id }) => id) }).toEqual({ status: 200, ids: ['5', '4', '1'] })
    expect(body.links).toBeUndefined()
    expect(body.data[0]).toMatchObject({
      attributes: { type: 'user', kind: 'user', reason: 'spam', reasonDetail: null },
      relationships: {
        post: { data: { type: 'posts', id: '3' } },
        user: { data: { type: 'users', id: '1' } },
      },
    })
    const included = body.included?.map(({ type }) => type)
    expect(new Set(included)).toEqual(new Set(['posts', 'users', 'discussions']))
  })

  test('flags-4 guests cannot list flags', async () => {
    const forum = await open({ extensions: [extension] })
    expect((await forum.guest().get('/api/flags')).status).toBe(401)
  })

  test('members list the flags that they created themselves', async () => {
    const forum = await open({ extensions: [extension] })
    await fill(forum)
    expect(idsOf(await (await forum.as(2)).get('/api/flags'))).toEqual([4, 2])
    expect(idsOf(await (await forum.as(await makeUser(forum))).get('/api/flags'))).toEqual([])
  })

  test('the list counts as read when it is fetched, and later flags count as new', async () => {
    const forum = await open({ extensions: [extension] })
    await fill(forum)
    const counts = async (userId: number) => {
      const { body } = await (await forum.as(userId)).get('/api')
      const actor = body.included?.find(({ type, id }) => type === 'users' && id === String(userId))
      const { canViewFlags, flagCount } = body.data.attributes
      return { canViewFlags, flagCount, newFlagCount: actor?.attributes.newFlagCount }
    }
    expect(await counts(3)).toEqual({ canViewFlags: true, flagCount: 3, newFlagCount: 3 })
    expect(await counts(2)).toEqual({ canViewFlags: false, flagCount: undefined, newFlagCount: 0 })
    await (await forum.as(3)).get('/api/flags')
    expect(await counts(3)).toEqual({ canViewFlags: true, flagCount: 3, newFlagCount: 0 })
    forum.clock.advance(60)
    // An old post that is flagged again is new.
    await storeFlags(forum, [{ post_id: 3, user_id: 3, created_at: forum.current.now().toISOString() }])
    expect(await counts(3)).toEqual({ canViewFlags: true, flagCount: 3, newFlagCount: 1 })
    expect(await counts(1)).toMatchObject({ newFlagCount: 3 })
    expect((await forum.guest().get('/api')).body.data.attributes).toMatchObject({ canViewFlags: false })
  })

  test('posts show their flags to those who view them, and to nobody else', async () => {
    const forum = await open({ extensions: [extension] })
    await fill(forum)
    const shown = async (client: Awaited<ReturnType<typeof forum.as>>, path: string) => {
      const { body } = await client.get(path)
      const post = [body.data, ...(body.included ?? [])]
        .flat()
        .find(({ type, id }) => type === 'posts' && id === '1')
      return post?.relationships?.flags?.data.map(({ id }) => id)
    }
    for (const path of ['/api/posts/1', '/api/posts', '/api/discussions/1']) {
      expect({ path, flags: await shown(await forum.as(3), path) }).toEqual({ path, flags: ['1', '2', '3'] })
      expect({ path, flags: await shown(await forum.as(2), path) }).toEqual({ path, flags: undefined })
      expect({ path, flags: await shown(forum.guest(), path) }).toEqual({ path, flags: undefined })
    }
    const { body } = await (await forum.as(3)).get('/api/discussions/1')
    const flags = body.included?.filter(({ type }) => type === 'flags') ?? []
    expect(flags.map(({ relationships }) => relationships?.user?.data.id)).toEqual(
      expect.arrayContaining(['1', '2', '3']),
    )
    expect(
      (await (await forum.as(3)).get('/api/discussions?include=user,firstPost')).body.included?.map(
        ({ type }) => type,
      ),
    ).not.toContain('flags')
    expect((await (await forum.as(2)).get('/api/posts/1')).body.data.attributes.canFlag).toBe(true)
    expect((await forum.guest().get('/api/posts/1')).body.data.attributes.canFlag).toBe(false)
  })
})
