import { join } from 'node:path'
import {
  admin,
  changePost,
  eachTestForum,
  idsOf,
  makeDiscussion,
  openConversation,
  readExtension,
  replyTo,
} from '@parley/testing'
import { expect, test } from 'vitest'
import '../server/table.ts'

const mentions = await readExtension(join(import.meta.dirname, '..'))

eachTestForum((open) => {
  test('mentions-19 a post shows the four oldest visible posts that mention it', async () => {
    const { forum, post, discussion, toby, potato } = await openConversation(open, [mentions])
    const client = await forum.as(potato)
    const ids: string[] = []
    for (let number = 0; number < 11; number++) ids.push((await post('@"POTATO$"#p1')).body.data.id)
    await forum.current.database.transaction((db) =>
      db.updateTable('posts').set({ is_private: true }).where('id', '=', Number(ids[1])).execute(),
    )
    const oldest = [0, 2, 3, 4].map((index) => ids[index])
    const include = 'mentionedBy,mentionedBy.user,mentionedBy.discussion'
    const ofDiscussion = `posts,${include
      .split(',')
      .map((path) => `posts.${path}`)
      .join(',')}`
    for (const path of [
      '/api/posts/1',
      `/api/posts/1?include=${include}`,
      '/api/posts/1?include=mentionedBy',
      `/api/posts?filter[discussion]=${discussion.id}&page[limit]=1`,
      `/api/discussions/${discussion.id}`,
      `/api/discussions/${discussion.id}?include=${ofDiscussion}`,
    ]) {
      for (const reader of [forum.guest(), client]) {
        const { body } = await reader.get(path)
        const objects = [body.data, body.included ?? []].flat()
        const found = objects.find(({ type, id }) => type === 'posts' && id === '1')
        const shown = {
          ids: found?.relationships?.mentionedBy?.data,
          count: found?.attributes?.mentionedByCount,
        }
        expect({ path, ...shown }).toEqual({
          path,
          ids: oldest.map((id) => ({ type: 'posts', id })),
          count: 10,
        })
        const included = objects.find(({ type, id }) => type === 'posts' && id === oldest[0])
        expect({ path, html: included?.attributes?.contentHtml }).toEqual({
          path,
          html: expect.stringContaining('PostMention'),
        })
      }
    }
    const { body } = await client.get('/api/posts/1')
    expect(body.included?.some(({ type, id }) => type === 'users' && id === String(toby.id))).toBe(true)
    expect(
      (await changePost(await forum.as(admin.id), 1, { isHidden: false })).body.data.relationships,
    ).not.toHaveProperty('mentionedBy')
  })

  test('mentions-20 a mention in an invisible post is neither shown nor counted', async () => {
    const { forum, post } = await openConversation(open, [mentions])
    const { id } = (await post('@"POTATO$"#p1')).body.data
    const state = async () => {
      const { attributes, relationships } = (await forum.guest().get('/api/posts/1')).body.data
      return [attributes.mentionedByCount, relationships?.mentionedBy?.data]
    }
    expect(await state()).toEqual([1, [{ type: 'posts', id }]])
    await forum.current.database.transaction((db) =>
      db.updateTable('posts').set({ is_private: true }).where('id', '=', Number(id)).execute(),
    )
    expect(await state()).toEqual([0, []])
    expect((await forum.guest().get('/api/posts/1?include=user')).body.data.attributes.mentionedByCount).toBe(
      0,
    )
  })

  test('a post names what it mentions, of that what the reader sees', async () => {
    const { forum, post, client, potato } = await openConversation(open, [mentions])
    const secret = await makeDiscussion(forum, { user_id: potato.id })
    const answer = await post(`@potato @"x"#p1 @"x"#p${secret.first_post_id}`)
    await forum.current.database.transaction((db) =>
      db.updateTable('discussions').set({ is_private: true }).where('id', '=', secret.id).execute(),
    )
    const { relationships } = (
      await client.get(`/api/posts/${answer.body.data.id}?include=mentionsPosts,mentionsUsers,mentionsGroups`)
    ).body.data
    expect(relationships).toMatchObject({
      mentionsPosts: { data: [{ type: 'posts', id: '1' }] },
      mentionsUsers: { data: [{ type: 'users', id: String(potato.id) }] },
      mentionsGroups: { data: [] },
    })
  })

  test('filters list the posts that mention a user or a post, or others', async () => {
    const { forum, post, client, toby, potato, discussion } = await openConversation(open, [mentions])
    const [one, two, three] = [
      Number((await post('@potato')).body.data.id),
      Number((await post('@potato @toby @"POTATO$"#p1')).body.data.id),
      Number((await post('@toby and @"TOBY$"#p2')).body.data.id),
    ]
    const list = async (query: string) => idsOf(await client.get(`/api/posts?${query}`))
    expect(await list(`filter[mentioned]=${potato.id}`)).toEqual([one, two])
    expect(await list(`filter[mentioned]=${potato.id}&filter[type]=comment&sort=-createdAt`)).toEqual([
      two,
      one,
    ])
    expect(await list(`filter[mentioned]=${potato.id}&page[offset]=1&sort=-createdAt`)).toEqual([one])
    expect(await list(`filter[-mentioned]=${potato.id}`)).toEqual([two, three])
    expect(await list('filter[mentionedPost]=1&sort=number')).toEqual([two])
    expect(await list('filter[-mentionedPost]=1')).toEqual([three])
    expect(await list(`filter[mentioned]=${toby.id}&filter[discussion]=${discussion.id}`)).toEqual([
      two,
      three,
    ])
    expect(await list('filter[mentioned]=9999')).toEqual([])
    for (const name of ['mentioned', 'mentionedPost', '-mentioned']) {
      const refused = await client.get(`/api/posts?filter[${name}]=x`)
      expect({ name, status: refused.status, pointer: refused.body.errors?.[0]?.source?.pointer }).toEqual({
        name,
        status: 422,
        pointer: '/data/attributes/message',
      })
    }
    await changePost(await forum.as(admin.id), two, { isHidden: true })
    expect(await list(`filter[mentioned]=${potato.id}`)).toEqual([one])
    expect((await replyTo(await forum.as(potato), discussion.id, { content: '@toby' })).status).toBe(201)
  })
})
