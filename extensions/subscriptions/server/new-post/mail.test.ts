import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  admin,
  eachTestForum,
  makeDiscussion,
  makeGroup,
  makeUser,
  readExtension,
  replyTo,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { storeState, toldOf } from '../../journeys/stored-states.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))
const mentionsFolder = join(import.meta.dirname, '../../../mentions')

eachTestForum((open) => {
  /** A forum in which a follower was mailed about a post. */
  async function mailed(content = 'Green tea **first**', preferences: object = {}) {
    const forum = await open({ extensions: [extension] })
    const { id } = await makeDiscussion(forum, { title: 'Tea & <biscuits>' })
    const author = await makeUser(forum, { username: 'mira' })
    const follower = await makeUser(forum, { preferences: JSON.stringify(preferences) })
    await storeState(forum, id, follower.id, { read: 1 })
    const post = Number((await replyTo(await forum.as(author), id, { content })).body.data.id)
    const mails = await forum.mails()
    const [mail] = mails
    const link = (mail?.headers['list-unsubscribe'] ?? '').replace(/^<http:\/\/localhost|>$/g, '')
    const state = async () => {
      const { body } = await (await forum.as(follower)).get(`/api/discussions/${id}`)
      const own = await (await forum.as(follower)).get(`/api/users/${follower.id}`)
      const { notify_newPost_email } = own.body.data.attributes.preferences as Record<string, unknown>
      return { subscription: body.data.attributes.subscription, mails: notify_newPost_email }
    }
    return { forum, id, author, follower, post, mails, mail, link, state }
  }

  test('the mail has the source of the post, the discussion, both names and the place of the post', async () => {
    const { id, follower, mails, mail } = await mailed()
    expect(mails.map(({ to }) => to.address)).toEqual([follower.email])
    expect(mail?.subject).toContain('Tea & <biscuits>')
    for (const part of ['mira', follower.username, 'Tea & <biscuits>', 'Green tea **first**'])
      expect(mail?.text).toContain(part)
    expect(mail?.links).toContain(`http://localhost/d/${id}/2`)
    expect(mail?.html).toContain('Tea &amp; &lt;biscuits&gt;')
  })

  test.skipIf(!existsSync(mentionsFolder))(
    'the source in the mail has the names that the recipient may see',
    async () => {
      const forum = await open({ extensions: [extension, await readExtension(mentionsFolder)] })
      const { id } = await makeDiscussion(forum)
      const follower = await makeUser(forum)
      await storeState(forum, id, follower.id, { read: 1 })
      const renamed = await makeUser(forum, { username: 'tomato' })
      const hidden = await makeGroup(forum, { name_plural: 'Covert', is_hidden: true })
      const content = `@"Potato"#${renamed.id} and @"Covert"#g${hidden.id}`
      await replyTo(await forum.as(admin), id, { content })
      const [mail] = await forum.mails()
      expect(mail?.text).toContain(`@"tomato"#${renamed.id} and @"[unknown group]"#g${hidden.id}`)
      expect(JSON.stringify(mail)).not.toMatch(/Potato|Covert/)
    },
  )

  test('a mail in the language of its recipient, with the beginning of a very long post', async () => {
    const { mail } = await mailed(`Anfang ${'x'.repeat(40_000)}`, { locale: 'de' })
    expect(mail?.text).toContain('Diskussion')
    expect(mail?.text).toContain('Anfang')
    expect(mail?.text.length).toBeLessThan(8000)
  })

  test('who has switched mails off is told in the forum only', async () => {
    const { forum, mails, follower } = await mailed('Hello', { notify_newPost_email: false })
    expect(mails).toEqual([])
    expect(await toldOf(forum, follower)).toEqual([2])
  })

  test('the page of the link shows a choice and changes nothing; a press unfollows this discussion', async () => {
    const { forum, link, state, follower } = await mailed()
    const page = await forum.guest().get(link)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Unfollow this discussion')
    for (const secret of [follower.username, follower.email, 'Tea &amp;'])
      expect(page.text).not.toContain(secret)
    expect(await state()).toEqual({ subscription: 'follow', mails: true })
    const done = await forum.guest().postForm(link, { stop: 'subject' })
    expect({ status: done.status, cookies: done.cookies }).toEqual({ status: 200, cookies: {} })
    expect(done.text).toContain('You no longer follow the discussion')
    expect(await state()).toEqual({ subscription: null, mails: true })
  })

  test('one click in a mail program, and the other button, stop all mails of the kind', async () => {
    const { forum, link, state } = await mailed()
    const done = await forum.guest().postForm(link, { 'List-Unsubscribe': 'One-Click' })
    expect(done.status).toBe(200)
    expect(await state()).toEqual({ subscription: 'follow', mails: false })
  })

  test('a muted discussion stays muted; without the extension the link still stops the mails', async () => {
    const { forum, id, link, state, follower } = await mailed()
    await (await forum.as(follower)).patch(`/api/discussions/${id}`, {
      data: { attributes: { subscription: 'ignore' } },
    })
    await forum.guest().postForm(link, { stop: 'subject' })
    expect(await state()).toEqual({ subscription: 'ignore', mails: true })
    await forum.setEnabled([])
    const page = await forum.guest().get(link)
    expect({ status: page.status, hasChoice: page.text.includes('value="subject"') }).toEqual({
      status: 200,
      hasChoice: false,
    })
    expect((await forum.guest().postForm(link, { stop: 'subject' })).status).toBe(200)
    await forum.setEnabled(['subscriptions'])
    expect(await state()).toEqual({ subscription: 'ignore', mails: false })
  })
})
