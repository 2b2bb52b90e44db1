import { admin, eachTestForum, makeDiscussion, makeUser, readExtension, replyTo } from '@parley/testing'
import { expect, test } from 'vitest'

const extension = await readExtension(import.meta.dirname)
const source = '[b]Hi[/b] *you*\n\n[quote="Ann"]So it is[/quote]'

eachTestForum((open) => {
  test('without the extension, tags are text', async () => {
    const forum = await open()
    const { id } = await makeDiscussion(forum)
    const { body } = await replyTo(await forum.as(admin.id), id, { content: source })
    expect(body.data.attributes.contentHtml).toBe(
      '<p>[b]Hi[/b] <em>you</em></p>\n<p>[quote=&quot;Ann&quot;]So it is[/quote]</p>\n',
    )
  })

  test('B323 posts accept tags beside Markdown, and keep their source as typed', async () => {
    const forum = await open({ extensions: [extension] })
    const { id } = await makeDiscussion(forum)
    const author = await forum.as(await makeUser(forum))
    const { status, body } = await replyTo(author, id, { content: source })
    expect(status).toBe(201)
    expect(body.data.attributes).toMatchObject({ content: source })
    const html =
      '<p><b>Hi</b> <em>you</em></p>\n<blockquote>\n<div><cite>Ann wrote</cite>\n<p>So it is</p>\n</div>\n</blockquote>\n'
    expect(body.data.attributes.contentHtml).toBe(html)
    const read = await forum.guest().get(`/api/posts/${body.data.id}`)
    expect(read.body.data.attributes.contentHtml).toBe(html)
  })

  test('a post of thousands of open tags is accepted and rendered', async () => {
    const forum = await open({ extensions: [extension] })
    const { id } = await makeDiscussion(forum)
    const content = '[quote][b][url=javascript:x][list][*]'.repeat(1500)
    const { status, body } = await replyTo(await forum.as(admin.id), id, { content })
    expect({ status, content: body.data.attributes.content }).toEqual({ status: 201, content })
    expect(body.data.attributes.contentHtml).not.toContain('href')
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  })
})
