import { createTestForum, makeDiscussion, makeUser, readExtension, setSettings } from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'
import client from './client.tsx'
import { nicknameColumns } from './server/columns.ts'

const extension = await readExtension(import.meta.dirname)

async function open(settings: Record<string, string> = {}) {
  const forum = await createTestForum({
    extensions: [extension],
    client: await pageClient({ nicknames: client }),
  })
  await setSettings(forum, { display_name_driver: 'nickname', ...settings })
  return forum
}

const pageOf = (html: string) => html.slice(html.indexOf('<main'))

test('pages of guests show a new nickname at once: the index, a discussion, a profile and feeds', async () => {
  const forum = await open()
  const user = await makeUser(forum, nicknameColumns('Before \u202e!'))
  const { id } = await makeDiscussion(forum, { user_id: user.id, posts: [{ id: 9 }] })
  const paths = ['/', `/d/${id}`, `/u/${user.username}`, '/atom', `/atom/d/${id}`]
  const shown = async (name: string) => {
    const texts = await Promise.all(paths.map(async (path) => (await forum.guest().get(path)).text))
    expect(texts.map((text) => text.includes('\u202e'))).toEqual(paths.map(() => false))
    return paths.filter((_, index) => texts[index]?.includes(name))
  }
  expect(await shown('Before !')).toEqual(paths)
  const own = await forum.as(user)
  await own.patch(`/api/users/${user.id}`, { data: { attributes: { nickname: 'Later <i>' } } })
  expect(await shown('Before')).toEqual([])
  expect(await shown('Later &lt;i&gt;')).toEqual(paths)
})

test('the sign-up form asks for a nickname, where the forum shows and takes them', async () => {
  const form = async (settings: Record<string, string>) => {
    const { text } = await (await open(settings)).guest().get('/register')
    const main = pageOf(text)
    return {
      username: main.includes('name="username"'),
      nickname: /<input[^>]*name="nickname"[^>]*>/.exec(main)?.[0],
    }
  }
  const offered = await form({})
  expect(offered).toMatchObject({ username: true, nickname: expect.not.stringContaining('required') })
  expect((await form({ display_name_driver: 'username' })).nickname).toBe(undefined)
  expect((await form({ 'flarum-nicknames.set_on_registration': '' })).nickname).toBe(undefined)
})

test('with random usernames only browsers without scripts show the field of the username', async () => {
  const random = { 'flarum-nicknames.random_username': '1' }
  const main = pageOf((await (await open(random)).guest().get('/register')).text)
  expect(main).toMatch(/<noscript>(?:(?!<\/noscript>).)*name="username"/s)
  expect(main.replace(/<noscript>.*?<\/noscript>/s, '')).not.toContain('name="username"')
  expect(/<input[^>]*name="nickname"[^>]*>/.exec(main)?.[0]).toContain('required')
  // Without a nickname field there would be no name at all.
  const none = { ...random, 'flarum-nicknames.set_on_registration': '' }
  expect(pageOf((await (await open(none)).guest().get('/register')).text)).not.toContain('<noscript>')
})
