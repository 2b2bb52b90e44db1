import { join } from 'node:path'
import { members } from '@parley/server/actor'
import {
  admin,
  changePost,
  eachTestForum,
  grant,
  makeGroup,
  openConversation,
  readExtension,
  textsOf,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { pivots } from './pivots.ts'
import '../server/table.ts'

const mentions = await readExtension(join(import.meta.dirname, '..'))

const gone = '<span class="GroupMention GroupMention--deleted">@[unknown group]</span>'

function shown(name: string, icon = 'fas fa-at', color?: string): string {
  const attributes = color
    ? `class="GroupMention GroupMention--colored" style="--color:${color}"`
    : 'class="GroupMention"'
  return `<span ${attributes}><span class="GroupMention-name">@${name}</span><i class="icon ${icon}"></i></span>`
}

eachTestForum((open) => {
  test('mentions-13 an unknown group is text; a deleted one is shown as unknown, a renamed one by its new name', async () => {
    const { forum, post, client } = await openConversation(open, [mentions])
    const [one, other] = [await makeGroup(forum, { name_plural: 'Bakers' }), await makeGroup(forum)]
    const administrator = await forum.as(admin.id)
    const { body } = await post(`@"Bakers"#g${one.id} @"x"#g${other.id} @"Nobody"#g999`, administrator)
    expect(body.data.attributes.contentHtml).toContain(` @&quot;Nobody&quot;#g999</p>`)
    await administrator.patch(`/api/groups/${one.id}`, {
      data: { attributes: { nameSingular: 'Cook', namePlural: 'Cooks' } },
    })
    await administrator.delete(`/api/groups/${other.id}`)
    await forum.settled()
    const answer = await client.get(`/api/posts/${body.data.id}`)
    expect(answer.body.data.attributes.contentHtml).toBe(
      `<p>${shown('Cooks')} ${gone} @&quot;Nobody&quot;#g999</p>\n`,
    )
  })

  test('mentions-14 administrators mention groups, but not members and everyone', async () => {
    const { forum, post } = await openConversation(open, [mentions])
    const group = await makeGroup(forum, { name_plural: 'Reds', color: '#c00', icon: 'fas fa-bolt' })
    const source = `@"Mods"#g4 and @"Reds|#g${group.id} @“Reds”#g${group.id} @"Members"#g3 @"Guests"#g2`
    const answer = await post(source, await forum.as(admin.id))
    const red = shown('Reds', 'fas fa-bolt', '#c00')
    expect(textsOf(answer)).toEqual({
      content: source,
      html: `<p>${shown('Mods', 'fas fa-bolt', '#80349E')} and ${red} ${red} @&quot;Members&quot;#g3 @&quot;Guests&quot;#g2</p>\n`,
    })
    const id = Number(answer.body.data.id)
    expect(await pivots(forum, 'group')).toEqual([
      [id, 4],
      [id, group.id],
    ])
  })

  test('members need the permission, and cannot mention hidden groups with it', async () => {
    const { forum, post, client, toby } = await openConversation(open, [mentions])
    const [group, hidden] = [
      await makeGroup(forum, { name_plural: 'Open' }),
      await makeGroup(forum, { name_plural: 'Covert', is_hidden: true }),
    ]
    const source = `@"Open"#g${group.id} @"Covert"#g${hidden.id}`
    const can = async () => (await client.get(`/api/users/${toby.id}`)).body.data.attributes.canMentionGroups
    expect(await can()).toBe(false)
    expect(textsOf(await post(source)).html).not.toContain('GroupMention')
    await grant(forum, 'mentionGroups', [members])
    expect(await can()).toBe(true)
    const answer = await post(source)
    expect(textsOf(answer)).toEqual({
      content: source,
      html: `<p>${shown('Open')} @&quot;Covert&quot;#g${hidden.id}</p>\n`,
    })
    expect(await pivots(forum, 'group')).toEqual([[Number(answer.body.data.id), group.id]])
    // Who edits such a post keeps the mention, and does not learn the name.
    await grant(forum, 'discussion.editPosts', [members])
    const { id } = (await post(source, await forum.as(admin.id))).body.data
    const shownSource = textsOf(await client.get(`/api/posts/${id}`)).content
    expect(shownSource).toBe(`@"Open"#g${group.id} @"[unknown group]"#g${hidden.id}`)
    expect((await changePost(client, id, { content: `${shownSource}!` })).status).toBe(200)
    expect(await pivots(forum, 'group')).toContainEqual([Number(id), hidden.id])
    expect((await forum.guest().get(`/api/users/${toby.id}`)).body.data.attributes).not.toHaveProperty(
      'canMentionGroups',
    )
  })

  test('readers do not see the name of a hidden group', async () => {
    const { forum, post, client } = await openConversation(open, [mentions])
    const hidden = await makeGroup(forum, { name_plural: 'Covert', is_hidden: true })
    const administrator = await forum.as(admin.id)
    const { id } = (await post(`@"Covert"#g${hidden.id}`, administrator)).body.data
    const answer = await client.get(`/api/posts/${id}?include=mentionsGroups`)
    expect(answer.body.data.attributes.contentHtml).toBe(`<p>${gone}</p>\n`)
    expect(answer.text).not.toContain('Covert')
    const seen = await administrator.get(`/api/posts/${id}?include=mentionsGroups`)
    expect(seen.body.included?.map(({ attributes }) => attributes?.namePlural)).toEqual(['Covert'])
  })

  test('editing keeps the mention, also by an editor who could not add it', async () => {
    const { forum, post, client } = await openConversation(open, [mentions])
    await grant(forum, 'mentionGroups', [members])
    const { id } = (await post('@"Mods"#g4')).body.data
    await grant(forum, 'mentionGroups', [])
    const edited = await changePost(client, id, { content: 'again @"Mods"#g4' })
    expect(edited.status).toBe(200)
    expect(textsOf(edited).html).toContain('class="GroupMention')
    expect(await pivots(forum, 'group')).toEqual([[Number(id), 4]])
  })
})
