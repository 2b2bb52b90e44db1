import { createTestForum } from '@parley/testing'
import { expect, test } from 'vitest'

async function loggedIn() {
  const forum = await createTestForum()
  const browser = forum.browser()
  await browser.get('/api')
  await browser.post('/login', { identification: 'admin', password: 'password' })
  await browser.get('/api')
  return { forum, browser }
}

test('a discussion is started and replied to by forms, without a script', async () => {
  const { browser } = await loggedIn()
  const { csrfToken } = browser
  const started = await browser.postForm('/composer', { title: 'By form', content: 'First', csrfToken })
  expect([started.status, started.headers.location]).toEqual([303, 'http://localhost/d/1-by-form'])
  const replied = await browser.postForm('/d/1-by-form/reply', { content: 'Second', csrfToken })
  expect([replied.status, replied.headers.location]).toEqual([303, 'http://localhost/d/1/2'])
  expect((await browser.get('/api/discussions/1')).body.data.attributes?.commentCount).toBe(2)
})

test('a form without the right token changes nothing, and guests are led to the log-in', async () => {
  const { forum, browser } = await loggedIn()
  expect(
    (await browser.postForm('/composer', { title: 'No token', content: 'x', csrfToken: 'wrong' })).status,
  ).toBe(400)
  expect((await browser.get('/api/discussions')).body.data).toEqual([])
  const guest = await forum.guest().get('/composer')
  expect([guest.status, guest.headers.location]).toEqual([302, 'http://localhost/login'])
})
