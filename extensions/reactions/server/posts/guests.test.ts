import { join } from 'node:path'
import {
  changePost,
  createTestForum,
  eachTestForum,
  makeDiscussion,
  readExtension,
  setSettings,
  type TestForum,
  type TestForumOptions,
} from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'
import { counts } from '../test-reactions.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

async function openForGuests(
  open: (options: TestForumOptions) => Promise<TestForum>,
  options: TestForumOptions = {},
) {
  const forum = await open({ extensions: [extension], ...options })
  await setSettings(forum, { 'fof-reactions.anonymousReactions': '1' })
  await makeDiscussion(forum, { id: 3, posts: [{ id: 5 }] })
  const enter = async () => {
    const guest = forum.browser()
    await guest.get('/api')
    return guest
  }
  return { forum, enter }
}

eachTestForum((open) => {
  test('a guest keeps one reaction by a signed cookie that only reacting sets', async () => {
    const { enter } = await openForGuests(open)
    const guest = await enter()
    await guest.get('/api/posts/5')
    expect(guest.cookies.parley_guest).toBeUndefined()
    const { headers } = await changePost(guest, 5, { reaction: 1 })
    const set = [headers['set-cookie']].flat().find((each) => each?.startsWith('parley_guest='))
    expect(set).toMatch(/; Max-Age=31536000; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/)
    const again = await changePost(guest, 5, { reaction: 2 })
    expect(again.cookies.parley_guest).toBeUndefined()
    expect(again.body.data.attributes).toMatchObject({
      reactionCounts: counts({ 2: 1 }),
      userReactionIdentifier: 2,
    })
    expect((await guest.get('/api/posts/5')).body.data.attributes.userReactionIdentifier).toBe(2)
  })

  test('a cookie that the forum has not signed is that of another guest', async () => {
    const { enter } = await openForGuests(open)
    const [guest, thief] = [await enter(), await enter()]
    await changePost(guest, 5, { reaction: 1 })
    const cookie = guest.cookies.parley_guest ?? ''
    const [id = '', signature = ''] = cookie.split('.')
    for (const forged of [
      id,
      `${id}.`,
      `${id}.${'A'.repeat(43)}`,
      `${'x'.repeat(40)}.${signature}`,
      `${cookie}.`,
      '',
    ]) {
      thief.cookies.parley_guest = forged
      const { attributes } = (await thief.get('/api/posts/5')).body.data
      expect({ forged, own: attributes.userReactionIdentifier }).toEqual({ forged, own: null })
    }
    expect((await changePost(thief, 5, { reaction: null })).status).toBe(200)
    expect((await guest.get('/api/posts/5')).body.data.attributes.reactionCounts).toEqual(counts({ 1: 1 }))
  })

  test('a guest who deletes the cookie a hundred times is stopped by the limit of the address', async () => {
    const { enter, forum } = await openForGuests(open, {})
    const statuses: number[] = []
    for (let time = 0; time < 100; time += 1) {
      const guest = await enter()
      statuses.push((await changePost(guest, 5, { reaction: 1 })).status)
    }
    expect(statuses).toEqual(Array.from({ length: 100 }, (_, time) => (time < 20 ? 200 : 429)))
    const guest = await enter()
    expect((await guest.get('/api/posts/5')).body.data.attributes.reactionCounts).toEqual(counts({ 1: 20 }))
    // Taking back is not limited, and members are not.
    expect((await changePost(guest, 5, { reaction: null })).status).toBe(200)
    expect((await changePost(await forum.as(1), 5, { reaction: 1 })).status).toBe(200)
  })

  test('a guest who reacts twice at once, before there is a cookie, is one guest', async () => {
    const { enter, forum } = await openForGuests(open)
    const guest = await enter()
    const react = (reaction: number) => changePost(guest, 5, { reaction })
    const answers = await Promise.all([react(1), react(2), react(3)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { attributes } = (await guest.get('/api/posts/5')).body.data
    expect(attributes.reactionCounts).toEqual(counts({ [attributes.userReactionIdentifier as number]: 1 }))
    const rows = await forum.current.database.read.selectFrom('post_reactions').select('id').execute()
    expect(rows).toHaveLength(1)
  })

  test('a guest who logs in reacts as the account', async () => {
    const { enter, forum } = await openForGuests(open)
    const guest = await enter()
    await changePost(guest, 5, { reaction: 1 })
    const member = await forum.browserOf(1)
    member.cookies.parley_guest = guest.cookies.parley_guest ?? ''
    expect((await member.get('/api/posts/5')).body.data.attributes.userReactionIdentifier).toBe(null)
    await changePost(member, 5, { reaction: 1 })
    expect((await guest.get('/api/posts/5')).body.data.attributes.reactionCounts).toEqual(counts({ 1: 2 }))
  })
})

test('pages for guests are the same for all, and up to date', async () => {
  const { enter, forum } = await openForGuests(createTestForum, { client: await pageClient() })
  const [guest, other] = [await enter(), await enter()]
  await changePost(guest, 5, { reaction: 1 })
  const first = (await guest.get('/d/3')).text
  expect(first).toContain('"userReactionIdentifier":null')
  expect(first).toContain('"reactionCounts":{"1":1,"2":0')
  expect((await other.get('/d/3')).text).toBe(first)
  await changePost(other, 5, { reaction: 2 })
  expect((await guest.get('/d/3')).text).toContain('"reactionCounts":{"1":1,"2":1')
  await (await forum.as(1)).post('/api/reactions', { identifier: 'rocket', type: 'emoji' })
  expect((await guest.get('/d/3')).text).toContain('rocket')
})
