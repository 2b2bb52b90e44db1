import { join } from 'node:path'
import {
  admin,
  changePost,
  displayNames,
  eachTestForum,
  makeDiscussion,
  makePost,
  openConversation,
  readExtension,
  textsOf,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { pivots } from './pivots.ts'
import '../server/table.ts'

const mentions = await readExtension(join(import.meta.dirname, '..'))

const link = (id: number | string, number: number, name = 'POTATO$') =>
  `<a href="/d/1-tea/${number}" class="PostMention" data-id="${id}">${name}</a>`
const gone = '<span class="PostMention PostMention--deleted">[unknown]</span>'

eachTestForum((open) => {
  test('the old form is no mention of a post; a name with a post’s id is one', async () => {
    const { forum, post } = await openConversation(open, [mentions])
    expect(textsOf(await post('@potato#1')).html).toBe('<p>@potato#1</p>\n')
    for (const typed of ['@"POTATO$"#p1', '@“POTATO$”#p1', '@"Old"#p1']) {
      expect(textsOf(await post(typed))).toEqual({
        content: '@"POTATO$"#p1',
        html: `<p>${link(1, 1)}</p>\n`,
      })
    }
    expect((await pivots(forum, 'post')).map(([, target]) => target)).toEqual([1, 1, 1])
  })

  test('mentions-7 a post in a private discussion cannot be mentioned', async () => {
    const { forum, post } = await openConversation(open, [mentions])
    const secret = await makeDiscussion(forum, { is_private: true, title: 'Secret' })
    const answer = await post(`@"Someone"#p${secret.first_post_id} @"Nobody"#p9999 @"POTATO$"#p1`)
    const { content, html } = textsOf(answer)
    expect(content).toBe(`@"Someone"#p${secret.first_post_id} @"Nobody"#p9999 @"POTATO$"#p1`)
    expect(html.match(/PostMention/g)).toHaveLength(1)
    expect(await pivots(forum, 'post')).toEqual([[Number(answer.body.data.id), 1]])
  })

  test('mentions-8 stored mentions are shown with fresh names', async () => {
    const { post, client } = await openConversation(open, [mentions])
    const { id } = (await post('@"POTATO$"#p1')).body.data
    displayNames.set('potato', 'Fresh')
    expect(textsOf(await client.get(`/api/posts/${id}`))).toEqual({
      content: '@"Fresh"#p1',
      html: `<p>${link(1, 1, 'Fresh')}</p>\n`,
    })
  })

  test('a new name of a mentioned author is no conflict for an edit that began before it', async () => {
    const { post, client } = await openConversation(open, [mentions])
    const { id } = (await post('@"POTATO$"#p1 and more')).body.data
    displayNames.set('potato', 'Fresh')
    const from = { content: '@"POTATO$"#p1 and more' }
    const edit = () => changePost(client, id, { content: '@"POTATO$"#p1 and less' }, from)
    expect(textsOf(await edit()).content).toBe('@"Fresh"#p1 and less')
    // The same edit arrives again.
    expect((await edit()).status).toBe(200)
    expect((await changePost(client, id, { content: 'Other' }, from)).body.errors[0]?.meta).toEqual({
      current: '@"Fresh"#p1 and less',
    })
  })

  test('mentions-10 a name with "#p6 is read as a mention of post 6, and written with _', async () => {
    const { forum, post, discussion } = await openConversation(open, [mentions])
    displayNames.set('toby', 'Bad "#p6 User')
    for (let number = 2; number <= 7; number++) await makePost(forum, discussion.id, { user_id: 2 })
    const raw = await post('@"Bad "#p6 User"#p7')
    expect(await pivots(forum, 'post')).toEqual([[Number(raw.body.data.id), 6]])
    expect(textsOf(raw).content).toBe('@"Bad _ User"#p6 User"#p7')
    const clean = await post('@"Bad _ User"#p7')
    expect(textsOf(clean)).toEqual({
      content: '@"Bad _ User"#p7',
      html: `<p>${link(7, 7, 'Bad &quot;#p6 User')}</p>\n`,
    })
  })

  test('mentions-11 a post shows current names in a list, alone, and in the answer to a change', async () => {
    const { forum, post, client, discussion } = await openConversation(open, [mentions])
    const { id } = (await post('@"POTATO$"#p1 @potato')).body.data
    displayNames.set('potato', 'Fresh')
    const html = `<p>${link(1, 1, 'Fresh')} <a href="/u/potato" class="UserMention">@Fresh</a></p>\n`
    const list = await client.get(`/api/posts?filter[discussion]=${discussion.id}`)
    expect(list.body.data.find((of) => of.id === id)?.attributes.contentHtml).toBe(html)
    const shown = await client.get(`/api/discussions/${discussion.id}`)
    expect(
      shown.body.included?.find((of) => of.type === 'posts' && of.id === id)?.attributes?.contentHtml,
    ).toBe(html)
    expect(textsOf(await changePost(client, id, { isHidden: false })).html).toBe(html)
    expect((await forum.guest().get(`/api/posts/${id}`)).body.data.attributes.contentHtml).toBe(html)
  })

  test('editing works where the author or the author of the mentioned post is deleted', async () => {
    const { forum, post, client, toby, potato } = await openConversation(open, [mentions])
    const { id } = (await post('@"POTATO$"#p1')).body.data
    const administrator = await forum.as(admin.id)
    await administrator.delete(`/api/users/${potato.id}`)
    await forum.settled()
    const edited = await changePost(client, id, { content: 'now @"x"#p1' })
    expect(edited.status).toBe(200)
    expect(textsOf(edited)).toEqual({
      content: 'now @"[deleted]"#p1',
      html: `<p>now ${link(1, 1, '[deleted]')}</p>\n`,
    })
    await administrator.delete(`/api/users/${toby.id}`)
    await forum.settled()
    const later = await changePost(administrator, id, { content: 'later @"x"#p1' })
    expect(textsOf(later).html).toBe(`<p>later ${link(1, 1, '[deleted]')}</p>\n`)
  })

  test('readers see neither names nor links of mentioned posts that they may not see', async () => {
    const { forum, post, client, potato } = await openConversation(open, [mentions])
    const { id } = (await post('@"POTATO$"#p1 says')).body.data
    const other = await makeDiscussion(forum, { user_id: potato.id, title: 'Other' })
    const second = (await post(`@"POTATO$"#p${other.first_post_id}`)).body.data.id
    const administrator = await forum.as(admin.id)
    const hide = async (type: string, hidden: number | null) =>
      administrator.patch(`/api/${type}/${hidden}`, { data: { attributes: { isHidden: true } } })
    expect((await hide('discussions', other.id)).status).toBe(200)
    for (const reader of [client, forum.guest()]) {
      const answer = await reader.get(`/api/posts/${second}`)
      expect(answer.body.data.attributes.contentHtml).toBe(`<p>${gone}</p>\n`)
      expect(answer.text).not.toMatch(/Other|POTATO/)
    }
    expect((await hide('posts', 1)).status).toBe(200)
    expect(textsOf(await client.get(`/api/posts/${id}`))).toEqual({
      content: '@"[unknown]"#p1 says',
      html: `<p>${gone} says</p>\n`,
    })
    expect((await administrator.get(`/api/posts/${id}`)).body.data.attributes.contentHtml).toBe(
      `<p>${link(1, 1)} says</p>\n`,
    )
  })

  test('a hidden post mentions nothing until it is restored', async () => {
    const { forum, post, client } = await openConversation(open, [mentions])
    const { id } = (await post('@"POTATO$"#p1 @potato')).body.data
    const stored = await pivots(forum, 'post')
    const administrator = await forum.as(admin.id)
    const hidden = await changePost(administrator, id, { isHidden: true })
    expect(textsOf(hidden).html).toBe(
      `<p>${gone} <span class="UserMention UserMention--deleted">@[deleted]</span></p>\n`,
    )
    expect([await pivots(forum, 'post'), await pivots(forum, 'user')]).toEqual([[], []])
    expect((await administrator.get('/api/posts/1')).body.data.attributes.mentionedByCount).toBe(0)
    await changePost(administrator, id, { isHidden: false })
    expect(textsOf(await client.get(`/api/posts/${id}`)).html).toContain('class="UserMention">@POTATO$')
    expect(await pivots(forum, 'post')).toEqual(stored)
  })

  test('a deleted post leaves no rows; what mentioned it shows an unknown post', async () => {
    const { forum, post, client, discussion, potato } = await openConversation(open, [mentions])
    const target = await makePost(forum, discussion.id, { user_id: potato.id })
    const { id } = (await post(`@"POTATO$"#p${target.id}`)).body.data
    const administrator = await forum.as(admin.id)
    await administrator.delete(`/api/posts/${target.id}`)
    await forum.settled()
    expect(textsOf(await client.get(`/api/posts/${id}`))).toEqual({
      content: `@"[unknown]"#p${target.id}`,
      html: `<p>${gone}</p>\n`,
    })
    await administrator.delete(`/api/posts/${id}`)
    await forum.settled()
    expect(await pivots(forum, 'post')).toEqual([])
  })

  test('mentions in quotations count, and a post with 1,000 mentions keeps the first 500 of each kind', async () => {
    const { forum, post } = await openConversation(open, [mentions])
    expect(textsOf(await post('> @potato said\n> > @"POTATO$"#p1')).html).toContain('PostMention')
    const users = await forum.current.database.transaction((db) =>
      db
        .insertInto('users')
        .values(
          Array.from({ length: 1000 }, (_, n) => ({
            username: `many${n}`,
            email: `many${n}@machine.local`,
            password: '',
            is_email_confirmed: true,
          })),
        )
        .returning('id')
        .execute(),
    )
    const answer = await post(users.map((_, n) => `@many${n}`).join(' '))
    expect(answer.status).toBe(201)
    expect(textsOf(answer).html.match(/class="UserMention"/g)).toHaveLength(500)
    expect(textsOf(answer).html).toContain('@many999')
    expect((await pivots(forum, 'user')).filter(([id]) => id === Number(answer.body.data.id))).toHaveLength(
      500,
    )
  })
})
