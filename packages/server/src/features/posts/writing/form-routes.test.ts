import { createTestForum } from '@parley/testing'
import { expect, test } from 'vitest'

async function openLoggedIn() {
  const forum = await createTestForum()
  const browser = forum.browser()
  await browser.get('/api')
  await browser.post('/login', { identification: 'admin', password: 'password' })
  await browser.get('/api')
  return { forum, browser }
}

test('forms start a discussion and reply to it without JavaScript', async () => {
  const { browser } = await openLoggedIn()
  const { csrfToken } = browser
  const started = await browser.postForm('/composer', { title: 'By form', content: 'First', csrfToken })
  expect({ status: started.status, location: started.headers.location }).toEqual({
    status: 303,
    location: 'http://localhost/d/1-by-form',
  })
  const replied = await browser.postForm('/d/1-by-form/reply', { content: 'Second', csrfToken })
  expect({ status: replied.status, location: replied.headers.location }).toEqual({
    status: 303,
    location: 'http://localhost/d/1/2',
  })
  expect((await browser.get('/api/discussions/1')).body.data.attributes?.commentCount).toBe(2)
})

test('a form without a valid CSRF token changes nothing, and guests are redirected to the log-in', async () => {
  const { forum, browser } = await openLoggedIn()
  expect(
    (await browser.postForm('/composer', { title: 'No token', content: 'x', csrfToken: 'wrong' })).status,
  ).toBe(400)
  expect((await browser.get('/api/discussions')).body.data).toEqual([])
  const guest = await forum.guest().get('/composer')
  expect({ status: guest.status, location: guest.headers.location }).toEqual({
    status: 302,
    location: 'http://localhost/login',
  })
})
