import { createTestForum } from '@parley/testing'
import { expect, test } from 'vitest'
import { keysOf } from '../../../infrastructure/keys/keys.ts'
import { defineExtension } from '../../../points/extension.ts'
import { SignedGuest } from './signed-guest.ts'

/** Routes that ask who a guest is: one changes nothing, the other gives an identity. */
const visits = {
  id: 'visits',
  title: 'visits',
  version: '1.0.0',
  declaration: defineExtension({
    routes: [
      {
        method: 'GET',
        path: '/api/visit',
        run: (_, { guest }) => ({ status: 200, json: { id: guest?.id ?? null } }),
      },
      {
        method: 'POST',
        path: '/api/visit',
        run: (_, { guest }) => ({ status: 200, json: { id: guest?.ensure() ?? null } }),
      },
      { method: 'GET', path: '/visit', run: (_, { guest }) => ({ status: 200, html: String(guest?.id) }) },
    ],
  }),
}

test('a guest has an identity once an extension asks for one, in a cookie that only the forum can sign', async () => {
  const forum = await createTestForum({ extensions: [visits] })
  const browser = forum.browser()
  const first = await browser.get('/api/visit')
  expect([first.body.id, first.cookies.parley_guest]).toEqual([null, undefined])
  const { id } = (await browser.post('/api/visit')).body
  expect(id).toMatch(/^[A-Za-z0-9]{40}$/)
  expect(browser.cookies.parley_guest).toMatch(new RegExp(`^${id}\\.[\\w-]{43}$`))
  const again = await browser.post('/api/visit')
  expect([again.body.id, again.cookies.parley_guest]).toEqual([id, undefined])
  // Both requests leave before an answer has the cookie.
  const other = forum.browser()
  await other.get('/api')
  const [one, two] = await Promise.all([other.post('/api/visit'), other.post('/api/visit')])
  expect(one.body.id).toBe(two.body.id)
  expect(one.body.id).not.toBe(id)
  // Pages are cached for all guests.
  expect((await browser.get('/visit')).text).toBe('undefined')
  browser.cookies.parley_guest = `${id}.${'x'.repeat(43)}`
  expect((await browser.get('/api/visit')).body.id).toBe(null)
})

test('accounts have none, and without an extension that asks nobody gets the cookie', async () => {
  const forum = await createTestForum({ extensions: [visits] })
  const account = await forum.browserOf(1)
  expect((await account.post('/api/visit')).body.id).toBe(null)
  const plain = await createTestForum()
  const browser = plain.browser()
  for (const path of ['/api', '/api/discussions']) await browser.get(path)
  expect(Object.keys(browser.cookies)).toEqual(['parley_session'])
})

test('an identity that a former key signed stays, and is signed anew when it is asked for', () => {
  const [former, current] = [keysOf('former'.repeat(10)), keysOf('current'.repeat(10))]
  const session = () => 'x'.repeat(40)
  const old = new SignedGuest({ ...former, previous: [] }, undefined, session)
  const id = old.ensure()
  const guest = new SignedGuest({ ...current, previous: [former] }, old.cookie, session)
  expect([guest.id, guest.cookie]).toEqual([id, undefined])
  guest.ensure()
  expect(new SignedGuest({ ...current, previous: [] }, guest.cookie, session).id).toBe(id)
  expect(new SignedGuest({ ...current, previous: [] }, old.cookie, session).id).toBeUndefined()
})
