import { join } from 'node:path'
import {
  admin,
  changePost,
  displayNames,
  eachTestForum,
  openConversation,
  readExtension,
  setSettings,
  textsOf,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { pivots } from './pivots.ts'
import '../server/table.ts'

const mentions = await readExtension(join(import.meta.dirname, '..'))

const link = (name: string, username: string) => `<a href="/u/${username}" class="UserMention">@${name}</a>`

eachTestForum((open) => {
  test('mentions-1 without the setting, @username is text', async () => {
    const { forum, post } = await openConversation(open, [mentions])
    await setSettings(forum, { 'flarum-mentions.allow_username_format': '0' })
    const answer = await post('@potato')
    expect(answer.status).toBe(201)
    expect(textsOf(answer)).toEqual({ content: '@potato', html: '<p>@potato</p>\n' })
    expect(await pivots(forum, 'user')).toEqual([])
    expect((await forum.guest().get('/api')).body.data.attributes.allowUsernameMentionFormat).toBe(false)
  })

  test('mentions-2 @username is a mention, and comes back with name and id', async () => {
    const { forum, post, potato } = await openConversation(open, [mentions])
    const answer = await post('hi @potato, @Potato, @potato#4 and @nobody')
    expect(textsOf(answer)).toEqual({
      content: `hi @"POTATO$"#${potato.id}, @Potato, @potato#4 and @nobody`,
      html: `<p>hi ${link('POTATO$', 'potato')}, @Potato, @potato#4 and @nobody</p>\n`,
    })
    expect(await pivots(forum, 'user')).toEqual([[Number(answer.body.data.id), potato.id]])
    expect((await forum.guest().get('/api')).body.data.attributes.allowUsernameMentionFormat).toBe(true)
  })

  test('a name with an id is a mention, with straight or curly quotation marks', async () => {
    const { forum, post, potato } = await openConversation(open, [mentions])
    for (const typed of [`@"POTATO$"#${potato.id}`, `@“POTATO$”#${potato.id}`]) {
      const answer = await post(typed)
      expect(textsOf(answer)).toEqual({
        content: `@"POTATO$"#${potato.id}`,
        html: `<p>${link('POTATO$', 'potato')}</p>\n`,
      })
    }
    expect(await pivots(forum, 'user')).toHaveLength(2)
  })

  test('an unknown id stays text', async () => {
    const { forum, post } = await openConversation(open, [mentions])
    const answer = await post('@"Nobody"#9999 and @"Huge"#999999999')
    expect(textsOf(answer)).toEqual({
      content: '@"Nobody"#9999 and @"Huge"#999999999',
      html: '<p>@&quot;Nobody&quot;#9999 and @&quot;Huge&quot;#999999999</p>\n',
    })
    expect(await pivots(forum, 'user')).toEqual([])
  })

  test('several mentions stand beside words that are none', async () => {
    const { forum, post, toby, potato } = await openConversation(open, [mentions])
    const source = `@"TOBY$"#${toby.id} @"POTATO$"#p1 @"x"#9999 @"POTATO$"#${potato.id}`
    const answer = await post(source)
    const { content, html } = textsOf(answer)
    expect(content).toBe(source)
    expect(html.match(/class="UserMention"/g)).toHaveLength(2)
    expect(html.match(/class="PostMention"/g)).toHaveLength(1)
    expect(await pivots(forum, 'user')).toHaveLength(2)
  })

  test('mentions-4 an old name in the source gives way to the current one', async () => {
    const { post, potato } = await openConversation(open, [mentions])
    expect(textsOf(await post(`@"Old name"#${potato.id}`))).toEqual({
      content: `@"POTATO$"#${potato.id}`,
      html: `<p>${link('POTATO$', 'potato')}</p>\n`,
    })
  })

  test('a new name is shown everywhere without rendering the post again', async () => {
    const { forum, post, client, potato } = await openConversation(open, [mentions])
    const { id } = (await post('@potato and text')).body.data
    await (await forum.as(admin.id)).patch(`/api/users/${potato.id}`, {
      data: { attributes: { username: 'tomato' } },
    })
    expect(textsOf(await client.get(`/api/posts/${id}`))).toEqual({
      content: `@"TOMATO$"#${potato.id} and text`,
      html: `<p>${link('TOMATO$', 'tomato')} and text</p>\n`,
    })
  })

  test('mentions-5 a deleted user leaves a text in place of the name, which leaks nowhere', async () => {
    const { forum, post, client, potato } = await openConversation(open, [mentions])
    const first = (await post(`@"POTATO$"#${potato.id} and @potato`)).body.data.id
    await (await forum.as(admin.id)).delete(`/api/users/${potato.id}`)
    await forum.settled()
    const answer = await client.get(`/api/posts/${first}`)
    const gone = '<span class="UserMention UserMention--deleted">@[deleted]</span>'
    expect(textsOf(answer)).toEqual({
      content: `@"[deleted]"#${potato.id} and @"[deleted]"#${potato.id}`,
      html: `<p>${gone} and ${gone}</p>\n`,
    })
    expect(answer.text).not.toMatch(/potato/i)
    const kept = await changePost(client, first, { content: textsOf(answer).content })
    expect(textsOf(kept)).toEqual(textsOf(answer))
  })

  test('editing keeps the mention, also of a post whose author is deleted', async () => {
    const { forum, post, client, toby, potato } = await openConversation(open, [mentions])
    const { id } = (await post('@potato')).body.data
    const edited = await changePost(client, id, { content: `again @"x"#${potato.id}` })
    expect(edited.status).toBe(200)
    expect(textsOf(edited).html).toBe(`<p>again ${link('POTATO$', 'potato')}</p>\n`)
    const administrator = await forum.as(admin.id)
    await administrator.delete(`/api/users/${toby.id}`)
    await forum.settled()
    const later = await changePost(administrator, id, { content: `later @"x"#${potato.id}` })
    expect(later.status).toBe(200)
    expect(textsOf(later).html).toContain(link('POTATO$', 'potato'))
    expect(await pivots(forum, 'user')).toEqual([[Number(id), potato.id]])
    expect((await changePost(administrator, id, { content: 'without' })).status).toBe(200)
    expect(await pivots(forum, 'user')).toEqual([])
  })

  test('a name that looks like markup or like another mention is written so that it means the same', async () => {
    const { post, potato } = await openConversation(open, [mentions])
    for (const name of [
      'A "#7 <b>',
      'the | bar "#g4',
      'who @"x',
      '*stars* `code` [a](b)',
      '名前 “x”#p6',
      'א"#12ב',
    ]) {
      displayNames.set('potato', name)
      const { content } = textsOf(await post(`@"old"#${potato.id}`))
      const again = await post(String(content))
      expect({ name, content: textsOf(again).content }).toEqual({ name, content })
      expect({ name, html: textsOf(again).html }).toEqual({
        name,
        html: expect.stringMatching(/^<p><a href="\/u\/potato" class="UserMention">@[^\n]*<\/a><\/p>\n$/),
      })
    }
  })

  test('nothing is a mention in code, in links and in words', async () => {
    const { forum, post, potato } = await openConversation(open, [mentions])
    const by = `@"x"#${potato.id}`
    const source = `\`@potato ${by}\` [a @potato](/x) mail@potato.example http://a.b/@potato a@potato ${by}a\n\n    @potato\n\n\`\`\`\n${by}\n\`\`\``
    expect(textsOf(await post(source)).html).not.toContain('Mention')
    expect(await pivots(forum, 'user')).toEqual([])
    expect(textsOf(await post('谢谢@potato的帮助')).html).toContain('谢谢<a href')
  })
})
