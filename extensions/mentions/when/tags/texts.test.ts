import { join } from 'node:path'
import { fillText, type Route, renderContent } from '@parley/server'
import {
  admin,
  changePost,
  eachTestForum,
  makeDiscussion,
  openConversation,
  readExtension,
  replyTo,
  textsOf,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { pivots } from '../../tests/pivots.ts'
import '../../server/table.ts'

const mentions = await readExtension(join(import.meta.dirname, '../..'))
const tags = await readExtension(join(import.meta.dirname, '../../../tags'))

const link = (id: number, slug: string, name: string) =>
  `<a href="/t/${slug}" class="TagMention" data-id="${id}"><span class="TagMention-text">${name}</span></a>`
const gone = (name: string) => `<span class="TagMention TagMention--deleted">${name}</span>`

eachTestForum((open) => {
  const openWithTags = async (extensions = [mentions, tags]) => {
    const opened = await openConversation(open, extensions)
    const administrator = await opened.forum.as(admin.id)
    for (const attributes of [
      { name: 'Test', slug: 'test' },
      { name: '标签', slug: '标签' },
      { name: 'Staff', slug: 'staff' },
      { name: 'Red', slug: 'red', color: '#f00', icon: 'fas fa-bolt' },
    ]) {
      const data = { attributes: { description: '', color: '', ...attributes } }
      expect((await administrator.post('/api/tags', { data })).status).toBe(201)
    }
    const restricted = await administrator.patch('/api/tags/4', {
      data: { attributes: { isRestricted: true } },
    })
    expect(restricted.status).toBe(200)
    return opened
  }

  test('a slug in any script is a mention, an unknown one is text, and nothing without the extension Tags', async () => {
    const { forum, post } = await openWithTags()
    const answer = await post('#test and (#标签) #nothing #Test a#test "#test" #test-')
    expect(textsOf(answer)).toEqual({
      content: '#test and (#标签) #nothing #Test a#test "#test" #test-',
      html: `<p>${link(2, 'test', 'Test')} and (${link(3, encodeURIComponent('标签'), '标签')}) #nothing #Test a#test &quot;#test&quot; ${link(2, 'test', 'Test')}-</p>\n`,
    })
    const id = Number(answer.body.data.id)
    expect(await pivots(forum, 'tag')).toEqual([
      [id, 2],
      [id, 3],
    ])
    const without = await openConversation(open, [mentions])
    expect(textsOf(await without.post('#general')).html).toBe('<p>#general</p>\n')
  })

  test('in a text that is no post, a tag is a mention for readers who see it', async () => {
    const routes: Route[] = [
      {
        method: 'GET',
        path: '/api/text',
        async run(_request, context) {
          const { content_html } = renderContent(context.forum, '#test #staff #Test')
          return { status: 200, json: { html: await fillText(content_html ?? '', context) } }
        },
      },
    ]
    const texts = { id: 'texts', title: 'Texts', version: '1.0.0', declaration: { routes } }
    const { forum } = await openWithTags([mentions, tags, texts])
    const test = link(2, 'test', 'Test')
    expect((await forum.guest().get('/api/text')).body).toEqual({ html: `<p>${test} #staff #Test</p>\n` })
    const asAdmin = await forum.as(admin.id)
    expect((await asAdmin.get('/api/text')).body).toEqual({
      html: `<p>${test} ${link(4, 'staff', 'Staff')} #Test</p>\n`,
    })
  })

  test('mentions-16 a restricted tag is a mention only for who sees it, and its name stays secret', async () => {
    const { forum, post, client } = await openWithTags()
    expect(textsOf(await post('#staff')).html).toBe('<p>#staff</p>\n')
    const administrator = await forum.as(admin.id)
    const answer = await post('#staff', administrator)
    expect(textsOf(answer).html).toBe(`<p>${link(4, 'staff', 'Staff')}</p>\n`)
    const { id } = answer.body.data
    const read = await client.get(`/api/posts/${id}?include=mentionsTags`)
    expect(read.body.data.attributes.contentHtml).toBe('<p>#staff</p>\n')
    expect(read.text).not.toContain('Staff')
    await administrator.delete('/api/tags/4')
    await forum.settled()
    const later = await client.get(`/api/posts/${id}`)
    expect(later.body.data.attributes.contentHtml).toBe(`<p>${gone('staff')}</p>\n`)
  })

  test('several slugs are four mentions, and the source stays as typed', async () => {
    const { forum, post } = await openWithTags()
    const source = '#test #general, #标签 #red #nothing'
    const answer = await post(source)
    expect(textsOf(answer).content).toBe(source)
    expect(textsOf(answer).html).toContain(
      '<a href="/t/red" class="TagMention TagMention--colored" style="--color:#f00" data-id="5"><span class="TagMention-text"><i class="icon fas fa-bolt"></i>Red</span></a>',
    )
    expect(await pivots(forum, 'tag')).toHaveLength(4)
  })

  test('mentions-17 tags are shown as they are now; deleted ones by their former name', async () => {
    const { forum, post, client } = await openWithTags()
    const { id } = (await post('#test #red')).body.data
    const administrator = await forum.as(admin.id)
    const patched = await administrator.patch('/api/tags/2', {
      data: { attributes: { name: 'Fresh', slug: 'fresh', color: '#0f0' } },
    })
    expect(patched.status).toBe(200)
    await administrator.delete('/api/tags/5')
    await forum.settled()
    const fresh =
      '<a href="/t/fresh" class="TagMention TagMention--colored" style="--color:#0f0" data-id="2"><span class="TagMention-text">Fresh</span></a>'
    expect(textsOf(await client.get(`/api/posts/${id}`))).toEqual({
      content: '#test #red',
      html: `<p>${fresh} ${gone('Red')}</p>\n`,
    })
    const hidden = await changePost(administrator, id, { isHidden: true })
    expect(textsOf(hidden)).toEqual({
      content: '#test #red',
      html: `<p>${gone('Test')} ${gone('Red')}</p>\n`,
    })
    expect(await pivots(forum, 'tag')).toEqual([])
  })

  test('other tags of a discussion withdraw what its posts told those who no longer see them', async () => {
    const { forum, potato, client } = await openWithTags()
    const [asPotato, administrator] = [await forum.as(potato), await forum.as(admin.id)]
    const mentioned = await makeDiscussion(forum, { user_id: potato.id })
    const { id: discussionId } = await makeDiscussion(forum)
    const told = async () => {
      await forum.settled()
      const { body } = await asPotato.get('/api/notifications')
      const kept = forum.current.database.read.selectFrom('notifications').where('is_deleted', '=', false)
      return {
        shown: body.data.map(({ attributes }) => attributes.contentType),
        kept: (await kept.select('type').orderBy('type').execute()).map(({ type }) => type),
      }
    }
    const both = { shown: ['userMentioned'], kept: ['postMentioned', 'userMentioned'] }
    const retag = async (id: string) => {
      const relationships = { tags: { data: [{ type: 'tags', id }] } }
      const data = { type: 'discussions', id: String(discussionId), relationships }
      expect((await administrator.patch(`/api/discussions/${discussionId}`, { data })).status).toBe(200)
    }
    await retag('2')
    forum.clock.advance(60)
    const content = `@potato @"x"#p${mentioned.first_post_id}`
    expect((await replyTo(client, discussionId, { content })).status).toBe(201)
    expect(await told()).toEqual(both)
    await retag('4')
    expect(await told()).toEqual({ shown: [], kept: [] })
    await retag('2')
    expect(await told()).toEqual(both)
  })

  test('editing keeps the mention', async () => {
    const { forum, post, client } = await openWithTags()
    const { id } = (await post('#test')).body.data
    const edited = await changePost(client, id, { content: 'again #test' })
    expect(edited.status).toBe(200)
    expect(textsOf(edited)).toEqual({
      content: 'again #test',
      html: `<p>again ${link(2, 'test', 'Test')}</p>\n`,
    })
    expect(await pivots(forum, 'tag')).toEqual([[Number(id), 2]])
    const { included } = (await client.get(`/api/posts/${id}?include=mentionsTags`)).body
    expect(included?.map(({ attributes }) => attributes?.slug)).toEqual(['test'])
  })
})
