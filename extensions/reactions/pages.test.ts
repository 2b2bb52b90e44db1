import { createTestForum, makeDiscussion, makeUser, readExtension, setSettings } from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'
import client from './client.tsx'

const extension = await readExtension(import.meta.dirname)

/** The HTML of what a page has of reactions: texts and elements, without the data for its scripts. */
const htmlOf = (text: string) => text.replaceAll(/<script.*?<\/script>/gs, '')

test('pages have the counts without scripts; a guest gets a link to log in, or a button where guests react', async () => {
  const forum = await createTestForum({
    client: await pageClient({ reactions: client }),
    extensions: [extension],
  })
  const { id } = await makeDiscussion(forum, {
    posts: [
      { id: 5, user_id: 1 },
      { id: 6, user_id: 1 },
    ],
  })
  const data = { type: 'posts', id: '5', attributes: { reaction: 5 } }
  expect((await (await forum.as(await makeUser(forum))).patch('/api/posts/5', { data })).status).toBe(200)
  const page = htmlOf((await forum.guest().get(`/d/${id}`)).text)
  expect(page.match(/class="Reactions"/g)).toHaveLength(1)
  expect(page).toContain('Heart: 1')
  expect(page).toContain('❤️')
  expect(page.match(/<a [^>]*href="[^"]*\/login\?return=[^"]*"[^>]*aria-label="React"/g)).toHaveLength(2)
  expect(page).not.toContain('ReactButton')
  await setSettings(forum, { 'fof-reactions.anonymousReactions': '1' })
  const open = htmlOf((await forum.guest().get(`/d/${id}`)).text)
  expect(open.match(/class="ReactButton"/g)).toHaveLength(2)
  expect(open).not.toContain('aria-label="React"')
})

test('a type whose identifier names no emoji and no icon has a sign in its place, and its name', async () => {
  const forum = await createTestForum({
    client: await pageClient({ reactions: client }),
    extensions: [extension],
  })
  const { id } = await makeDiscussion(forum, { posts: [{ id: 5 }] })
  const admin = await forum.as(1)
  for (const attributes of [
    { identifier: 'no_such_emoji', type: 'emoji' },
    { identifier: 'no icon', type: 'icon' },
    { identifier: 'fas fa-star', type: 'icon' },
  ])
    expect((await admin.post('/api/reactions', { data: { attributes } })).status).toBe(201)
  for (const reaction of [7, 8, 9]) {
    const data = { type: 'posts', id: '5', attributes: { reaction } }
    expect((await (await forum.as(await makeUser(forum))).patch('/api/posts/5', { data })).status).toBe(200)
  }
  const page = htmlOf((await forum.guest().get(`/d/${id}`)).text)
  expect(page.match(/❔/g)).toHaveLength(2)
  expect(page.match(/class="NamedIcon"[^>]*star\.svg/g)).toHaveLength(1)
  for (const name of ['no such emoji: 1', 'no icon: 1', 'fas fa star: 1']) expect(page).toContain(name)
})
