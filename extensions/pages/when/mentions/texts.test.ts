import { join } from 'node:path'
import {
  admin,
  eachTestForum,
  makeDiscussion,
  makeGroup,
  makePost,
  makeUser,
  readExtension,
} from '@parley/testing'
import { expect, test } from 'vitest'

const extensions = await Promise.all(
  ['pages', 'mentions'].map((id) => readExtension(join(import.meta.dirname, '../../..', id))),
)

eachTestForum((open) => {
  const start = async () => {
    const forum = await open({ extensions })
    const asAdmin = await forum.as(admin.id)
    const ann = await makeUser(forum, { username: 'ann' })
    const html = async (content: string, client = forum.guest()) => {
      const attributes = { title: 'x', slug: `s${content.length}`, content }
      const { body } = await asAdmin.post('/api/pages', { data: { type: 'pages', attributes } })
      expect(body.data.attributes.content).toBe(content)
      return String((await client.get(`/api/pages/${body.data.id}`)).body.data.attributes.pageHtml)
    }
    return { forum, asAdmin, ann, html }
  }

  test('a page mentions users, posts and groups as the tables have them, without notifications', async () => {
    const { forum, ann, html } = await start()
    const { first_post_id: postId } = await makeDiscussion(forum, { user_id: ann.id })
    const { id: groupId } = await makeGroup(forum, { name_plural: 'Drivers' })
    const shown = await html(
      `@ann @"Old"#${ann.id} @"Old"#p${postId} @"Old"#g${groupId} @absent @"No one"#999`,
    )
    expect([...shown.matchAll(/Mention"[^>]*>(?:<[^>]*>)*([^<]*)</g)].map(([, name]) => name)).toEqual([
      '@ann',
      '@ann',
      'ann',
      '@Drivers',
    ])
    expect(shown).toContain('@absent @&quot;No one&quot;#999')
    const count = await forum.current.database.read.selectFrom('notifications').select('id').execute()
    expect(count).toEqual([])
  })

  test('a name follows its account, and an account that is gone leaves what was typed', async () => {
    const { forum, ann, html } = await start()
    const source = `@"Ann"#${ann.id}`
    const rename = (values: object) =>
      forum.current.database.transaction((db) =>
        db.updateTable('users').set(values).where('id', '=', ann.id).execute(),
      )
    await rename({ username: 'anna' })
    expect(await html(source)).toContain('>@anna<')
    await rename({ deleted_at: '2024-01-01T00:00:00.000Z' })
    expect(await html(`${source} `)).toBe(`<p>@&quot;Ann&quot;#${ann.id}</p>\n`)
  })

  test('a reader learns nothing of posts and groups that the reader does not see', async () => {
    const { forum, asAdmin, ann, html } = await start()
    const discussion = await makeDiscussion(forum)
    const post = await makePost(forum, discussion.id, {
      user_id: ann.id,
      hidden_at: '2024-01-01T00:00:00.000Z',
    })
    const { id: groupId } = await makeGroup(forum, { name_plural: 'Spies', is_hidden: true })
    const source = `@"Typed"#p${post.id} @"Typed"#g${groupId}`
    expect(await html(source)).not.toMatch(/ann|Spies|<a|<span/)
    expect(await html(`${source} `, asAdmin)).toMatch(/ann.*Spies/)
  })
})
