import { admin, eachTestForum, grant, idsOf, makeUser, type TestForum } from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { members } from '../../points/context/actor.ts'
import { defineExtension } from '../../points/extension.ts'
import { createEmailToken, createPasswordToken } from '../accounts/tokens.ts'
import type { AccessTokenType } from './table.ts'
import { createAccessToken } from './tokens.ts'

function makeToken(forum: TestForum, userId: number, type: AccessTokenType) {
  return forum.current.database.transaction((db) =>
    createAccessToken(db, { userId, type, now: forum.clock.now() }),
  )
}

const storedIds = async ({ current: { database } }: TestForum) =>
  (await database.read.selectFrom('access_tokens').select('id').orderBy('id').execute()).map(({ id }) => id)

eachTestForum((open) => {
  describe('DELETE /api/sessions', () => {
    test('B050 ends all sessions except the request’s own; developer tokens and others’ sessions stay', async () => {
      const forum = await open()
      const other = await makeUser(forum)
      await makeToken(forum, 1, 'session')
      await makeToken(forum, 1, 'session_remember')
      const developer = await makeToken(forum, 1, 'developer')
      const foreign = await makeToken(forum, other.id, 'session')
      const browser = await forum.browserOf(1)
      const [own] = idsOf(await browser.get('/api/access-tokens')).slice(-1)
      const { status, text } = await browser.delete('/api/sessions')
      expect({ status, text }).toEqual({ status: 204, text: '' })
      expect(await storedIds(forum)).toEqual([developer.id, foreign.id, own])
      expect((await browser.get('/api')).body.data.relationships).toHaveProperty('actor')
    })

    test('for a program, which has no session, all sessions end', async () => {
      const forum = await open()
      const developer = await makeToken(forum, 1, 'developer')
      await makeToken(forum, 1, 'session')
      const headers = { authorization: `Token ${developer.token}` }
      expect((await forum.guest().delete('/api/sessions', headers)).status).toBe(204)
      expect(await storedIds(forum)).toEqual([developer.id])
    })

    test('an Authorization header takes precedence over cookies', async () => {
      const forum = await open()
      const browser = await forum.browserOf(1)
      const developer = await makeToken(forum, 1, 'developer')
      await browser.delete('/api/sessions', { authorization: `Token ${developer.token}` })
      expect(await storedIds(forum)).toEqual([developer.id])
    })

    test('guests get 401, or 400 without a CSRF token', async () => {
      const forum = await open()
      const guest = forum.browser()
      await guest.get('/api')
      expect((await guest.delete('/api/sessions')).status).toBe(401)
      expect((await forum.guest().delete('/api/sessions')).status).toBe(400)
    })
  })

  describe('POST /global-logout', () => {
    test('voids all credentials of the account, and no others', async () => {
      const notifiedIds: number[] = []
      const declaration = defineExtension({
        on: { 'user.loggedOutEverywhere': ({ userId }) => void notifiedIds.push(userId) },
      })
      const forum = await open({ extensions: [{ id: 'ear', title: 'Ear', version: '1.0.0', declaration }] })
      const other = await makeUser(forum)
      const foreign = await makeToken(forum, other.id, 'session')
      for (const type of ['session', 'session_remember', 'developer'] as const)
        await makeToken(forum, 1, type)
      const browser = forum.browser()
      await browser.get('/api')
      const right = { identification: admin.username, password: admin.password, remember: true }
      await browser.post('/login', right)
      const before = { session: browser.cookies.parley_session, csrf: browser.csrfToken }
      const { status, text, headers } = await browser.post('/global-logout')
      expect({ status, text }).toEqual({ status: 204, text: '' })
      expect(String(headers['set-cookie'])).toMatch(/parley_remember=; Max-Age=0;/)
      expect(browser.cookies.parley_session).toMatch(/^[A-Za-z0-9]{40}$/)
      expect(before.session).not.toContain(browser.cookies.parley_session)
      expect(browser.csrfToken).not.toBe(before.csrf)
      expect(await storedIds(forum)).toEqual([foreign.id])
      expect(notifiedIds).toEqual([1])
      expect((await browser.get('/api')).body.data.relationships).not.toHaveProperty('actor')
    })

    test('a developer token that is made at the same moment ends, too, or is refused', async () => {
      const forum = await open()
      await grant(forum, 'createAccessToken', [members])
      for (let round = 0; round < 5; round++) {
        const user = await makeUser(forum)
        const [browser, other] = [await forum.browserOf(user), await forum.browserOf(user)]
        const body = { data: { type: 'access-tokens', attributes: { title: 'Program' } } }
        const [ended, ...made] = await Promise.all([
          browser.post('/global-logout'),
          ...Array.from({ length: 4 }, () => other.post('/api/access-tokens', body)),
        ])
        expect(ended.status).toBe(204)
        for (const { status } of made) expect([201, 400, 401]).toContain(status)
        const remaining = await forum.current.database.read
          .selectFrom('access_tokens')
          .select('id')
          .where('user_id', '=', user.id)
          .execute()
        expect(remaining).toEqual([])
      }
    })

    test('B277 e-mail and password tokens of the account end, too', async () => {
      const forum = await open()
      const other = await makeUser(forum)
      const { database, now } = forum.current
      await database.transaction(async (db) => {
        for (const userId of [1, 1, other.id]) {
          await createEmailToken(db, { userId, email: 'new@example.org', now: now() })
          await createPasswordToken(db, { userId, now: now() })
        }
      })
      expect((await (await forum.browserOf(1)).post('/global-logout')).status).toBe(204)
      for (const table of ['email_tokens', 'password_tokens'] as const) {
        const remaining = await database.read.selectFrom(table).select('user_id').execute()
        expect(remaining).toEqual([{ user_id: other.id }])
      }
    })

    test('a form without JavaScript is redirected to the forum', async () => {
      const forum = await open()
      const browser = await forum.browserOf(1)
      const { status, headers } = await browser.postForm('/global-logout', { csrfToken: browser.csrfToken })
      expect({ status, location: headers.location }).toEqual({ status: 303, location: 'http://localhost/' })
    })

    test('guests get a page with 401, requests without a CSRF token a 400, and no session ends', async () => {
      const forum = await open()
      const { id, token } = await makeToken(forum, 1, 'session')
      const guest = forum.browser()
      await guest.get('/api')
      const refused = await guest.post('/global-logout')
      expect({ status: refused.status, contentType: refused.headers['content-type'] }).toEqual({
        status: 401,
        contentType: 'text/html; charset=utf-8',
      })
      const cookie = `parley_session=${'s'.repeat(40)}.${token}`
      expect((await forum.guest().post('/global-logout', {}, { cookie })).status).toBe(400)
      const authorization = `Token ${token}`
      expect((await forum.guest().post('/global-logout', {}, { authorization })).status).toBe(400)
      expect((await forum.guest().get('/global-logout', { cookie })).status).not.toBe(204)
      expect(await storedIds(forum)).toEqual([id])
    })
  })

  test('expired tokens are deleted, and no others', async () => {
    const forum = await open()
    const [session, remember, developer] = [
      await makeToken(forum, 1, 'session'),
      await makeToken(forum, 1, 'session_remember'),
      await makeToken(forum, 1, 'developer'),
    ]
    forum.clock.advance(3599)
    await forum.settled()
    expect(await storedIds(forum)).toEqual([session.id, remember.id, developer.id])
    forum.clock.advance(3600)
    await forum.settled()
    expect(await storedIds(forum)).toEqual([remember.id, developer.id])
    forum.clock.advance(5 * 365 * 24 * 3600)
    await forum.settled()
    expect(await storedIds(forum)).toEqual([developer.id])
  })
})
