import { setTimeout as sleep } from 'node:timers/promises'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { admin, eachTestForum, makeUser } from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { hashPassword } from '../users/passwords.ts'

const right = { identification: admin.username, password: admin.password }

eachTestForum((open) => {
  describe('limits on failures', () => {
    const limits = {
      failedLoginsPerName: { points: 2, seconds: 900 },
      failedLoginsPerAccount: { points: 2, seconds: 900 },
      failedLoginsPerAddress: { points: 4, seconds: 900 },
    }
    const wrong = { identification: 'admin', password: 'wrong' }

    test('per name, in all equivalent spellings; successes do not count', async () => {
      const forum = await open({ rateLimits: limits })
      const post = (body: object) => forum.guest().post('/api/token', body)
      for (let i = 0; i < 3; i++) expect((await post(right)).status).toBe(200)
      expect((await post(wrong)).status).toBe(401)
      expect((await post({ ...wrong, identification: 'Ädmin' })).status).toBe(401)
      const refused = await post(right)
      expect({ status: refused.status, errors: refused.body.errors }).toEqual({
        status: 429,
        errors: [{ status: '429', code: 'too_many_requests' }],
      })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
    })

    test('answers do not reveal which names and addresses belong to one account', async () => {
      const forum = await open({
        rateLimits: { ...limits, failedLoginsPerAddress: { points: 50, seconds: 900 } },
      })
      const guess = async (identification: string) => {
        const { status, text, headers } = await forum
          .guest()
          .post('/api/token', { identification, password: 'wrong' })
        return { status, text, retryAfter: headers['retry-after'] }
      }
      // Name of an account, unknown name, address of the account, unknown address.
      const answers = new Map<string, Awaited<ReturnType<typeof guess>>[]>()
      const order = [admin.username, 'missing', admin.email, 'missing@machine.local']
      for (const name of order) {
        answers.set(name, [])
        for (let i = 0; i < 4; i++) answers.get(name)?.push(await guess(name))
      }
      expect(answers.get(admin.username)?.map(({ status }) => status)).toEqual([401, 401, 429, 429])
      for (const name of order) expect(answers.get(name)).toEqual(answers.get(admin.username))
    })

    test('per account, under all its names: then a correct password is refused like a wrong one', async () => {
      const forum = await open({
        rateLimits: { ...limits, failedLoginsPerName: { points: 5, seconds: 900 } },
      })
      const post = (body: object) => forum.guest().post('/api/token', body)
      const refused = await post(wrong)
      expect(refused.status).toBe(401)
      expect((await post({ ...wrong, identification: admin.email })).status).toBe(401)
      for (const identification of [admin.username, admin.email]) {
        const answer = await post({ ...right, identification })
        expect({ status: answer.status, text: answer.text }).toEqual({ status: 401, text: refused.text })
      }
      expect(await forum.current.database.read.selectFrom('access_tokens').select('id').execute()).toEqual([])
    })

    test('concurrent guesses under several names stay within the limit of the account', async () => {
      const forum = await open({
        rateLimits: {
          ...limits,
          failedLoginsPerName: { points: 50, seconds: 900 },
          failedLoginsPerAddress: { points: 50, seconds: 900 },
        },
      })
      const guesses = Array.from({ length: 12 }, (_, index) =>
        forum.guest().post('/api/token', {
          identification: index % 2 ? admin.username : admin.email,
          password: index < 6 ? 'wrong' : admin.password,
        }),
      )
      const statuses = (await Promise.all(guesses)).map(({ status }) => status)
      expect(statuses.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 401))
      for (const status of statuses) expect([200, 401]).toContain(status)
      expect((await forum.guest().post('/api/token', right)).status).toBe(401)
    })

    test('per name, also for concurrent guesses', async () => {
      const forum = await open({ rateLimits: limits })
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => forum.guest().post('/api/token', wrong)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([401, 401, 429, 429])
    })

    test('twenty wrong guesses at once count as twenty', async () => {
      const forum = await open({ rateLimits: {} })
      const answers = await Promise.all(
        Array.from({ length: 25 }, () => forum.guest().post('/api/token', wrong)),
      )
      const statuses = answers.map(({ status }) => status)
      expect({
        unauthorized: statuses.filter((s) => s === 401).length,
        limited: statuses.filter((s) => s === 429).length,
      }).toEqual({ unauthorized: 20, limited: 5 })
      expect((await forum.guest().post('/api/token', right)).status).toBe(429)
    })

    test('correct passwords are never refused, however many log in at once', async () => {
      const forum = await open({ rateLimits: limits })
      const post = (body: object) => forum.guest().post('/api/token', body)
      const answers = await Promise.all([
        ...Array.from({ length: 6 }, () => post(right)),
        post(wrong),
        ...Array.from({ length: 6 }, () => post(right)),
      ])
      expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([401])
      expect((await post(right)).status).toBe(200)
    })

    test('a password that is changed during the log-in is refused', async () => {
      const forum = await open()
      const { database } = forum.current
      const password = await hashPassword('another one')
      const changed = Promise.withResolvers<void>()
      const change = database.transaction(async (db) => {
        await db.updateTable('users').set({ password }).where('id', '=', 1).execute()
        changed.resolve()
        await sleep(300)
      })
      await changed.promise
      // The stored password changes between its check and the creation of the token.
      expect((await forum.guest().post('/api/token', right)).status).toBe(401)
      await change
      expect(await database.read.selectFrom('access_tokens').select('id').execute()).toEqual([])
    })

    test('an imported account may log in many times at once', async () => {
      const forum = await open()
      const imported = await bcrypt('too-obscure', { cost: 4, version: '2y' })
      const { username } = await makeUser(forum, { password: imported })
      const credentials = { identification: username, password: 'too-obscure' }
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => forum.guest().post('/api/token', credentials)),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    })

    test('neither text nor timing reveals whether an account exists', async () => {
      const forum = await open()
      const imported = await bcrypt('too-obscure', { cost: 10, version: '2y' })
      const { username } = await makeUser(forum, { password: imported })
      const guess = async (identification: string) => {
        let isEarly = true
        const delay = sleep(240).then(() => {
          isEarly = false
        })
        const { status, text } = await forum
          .guest()
          .post('/api/token', { identification, password: 'not this one' })
        const guessed = { status, text, isEarly }
        await delay
        return guessed
      }
      await guess('admin')
      const [known, old, unknown, address] = [
        await guess('admin'),
        await guess(username),
        await guess('nobody'),
        await guess('nobody@example.org'),
      ]
      expect(known).toMatchObject({ isEarly: false })
      for (const answer of [old, unknown, address]) expect(answer).toEqual(known)
    })

    test('per address, over all accounts', async () => {
      const forum = await open({ rateLimits: limits })
      const post = (name: string) =>
        forum.guest().post('/api/token', { identification: name, password: 'wrong' })
      for (const name of ['a', 'b', 'c', 'd']) expect((await post(name)).status).toBe(401)
      expect((await post('e')).status).toBe(429)
    })
  })
})
