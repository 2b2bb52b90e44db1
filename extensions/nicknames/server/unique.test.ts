import { join } from 'node:path'
import {
  admin,
  makeUser,
  onBothDatabases,
  planOf,
  readExtension,
  setSettings,
  statementsOf,
  type TestForum,
} from '@parley/testing'
import { expect, test } from 'vitest'
import { nicknameColumns } from './columns.ts'

const extension = await readExtension(join(import.meta.dirname, '..'))
const unique = { display_name_driver: 'nickname', 'flarum-nicknames.unique': '1' }

/** Sends a change of an account as an administrator. @returns the status, or the pointer of the refused name. */
async function change(forum: TestForum, { id }: { id: number }, attributes: object) {
  const client = await forum.as(admin)
  const { status, body } = await client.patch(`/api/users/${id}`, { data: { attributes } })
  return body.errors?.[0]?.source?.pointer ?? status
}

const nickname = '/data/attributes/nickname'
const username = '/data/attributes/username'

onBothDatabases((open) => {
  test('a nickname is nobody else’s nickname or username, and looks like none', async () => {
    const forum = await open({ extensions: [extension] })
    await setSettings(forum, unique)
    const mira = await makeUser(forum, { username: 'mira' })
    const other = await makeUser(forum, { username: 'other' })
    expect(await change(forum, mira, { nickname: 'Ελένη Pay' })).toBe(200)
    for (const taken of ['Ελένη Pay', 'ελένη pay', 'Ελενη  Pay', 'Ελένη\u200b Рау', 'MIRA', 'Мira', 'ｍíra'])
      expect({ taken, answer: await change(forum, other, { nickname: taken }) }).toEqual({
        taken,
        answer: nickname,
      })
    for (const free of ['Elena Pay', 'Mirana', 'OTHER', 'Оther'])
      expect({ free, answer: await change(forum, other, { nickname: free }) }).toEqual({ free, answer: 200 })
    // One's own names are free, in another spelling, too.
    for (const own of ['ελένη pay', 'Mira', 'Мира'])
      expect({ own, answer: await change(forum, mira, { nickname: own }) }).toEqual({ own, answer: 200 })
  })

  test('a username is nobody else’s nickname, at sign-up and later', async () => {
    const forum = await open({ extensions: [extension] })
    await setSettings(forum, unique)
    const mira = await makeUser(forum, nicknameColumns('Раул'))
    await change(forum, mira, { nickname: 'Раураl' })
    const other = await makeUser(forum)
    expect(await change(forum, other, { username: 'PayPal' })).toBe(username)
    expect(await change(forum, mira, { username: 'PayPal' })).toBe(200)
    await change(forum, mira, { username: 'mira' })
    const browser = forum.browser()
    await browser.get('/api')
    const account = { email: 'new@machine.local', password: 'too-obscure' }
    const { body } = await browser.post('/register', { ...account, username: 'paypal' })
    expect(body.errors.map(({ source }) => source?.pointer)).toEqual([username])
    expect((await browser.post('/register', { ...account, username: 'paypal2' })).status).toBe(201)
  })

  test('where names need not be unique, all of that is accepted', async () => {
    const forum = await open({ extensions: [extension] })
    const mira = await makeUser(forum, { username: 'mira', ...nicknameColumns('Other') })
    const other = await makeUser(forum)
    for (const same of ['Other', 'mira', 'Мira'])
      expect({ same, answer: await change(forum, other, { nickname: same }) }).toEqual({ same, answer: 200 })
    expect(await change(forum, other, { username: 'OTHER' })).toBe(200)
    expect(await change(forum, mira, { username: 'mira2' })).toBe(200)
  })

  test('of several who take one name at the same instant, exactly one gets it', async () => {
    const forum = await open({ extensions: [extension] })
    await setSettings(forum, unique)
    const users = await Promise.all(Array.from({ length: 4 }, () => makeUser(forum)))
    const renamed = await Promise.all(Array.from({ length: 2 }, () => makeUser(forum)))
    const spellings = ['Mirabel', 'MIRABEL', 'Мirabel', 'mira\u200bbel']
    const browser = forum.browser()
    await browser.get('/api')
    const signUp = async (attributes: object, email: string) =>
      (await browser.post('/register', { email, password: 'too-obscure', ...attributes })).status
    const answers = await Promise.all([
      ...users.map((user, index) => change(forum, user, { nickname: spellings[index] })),
      ...renamed.map((user) => change(forum, user, { username: 'Mirabel' })),
      signUp({ username: 'mirabel' }, 'one@machine.local'),
      signUp({ username: 'someone', nickname: 'mirabel' }, 'two@machine.local'),
    ])
    expect(answers.filter((answer) => answer === 200 || answer === 201)).toHaveLength(1)
    expect(new Set(answers)).toSatisfy((all: Set<unknown>) =>
      [...all].every((answer) => [200, 201, 422, nickname, username].includes(answer as number)),
    )
    expect(forum.logged).toEqual([])
  })

  test('when names become unique, same ones stay, and administrators are told how many there are', async () => {
    const forum = await open({ extensions: [extension] })
    await makeUser(forum, { username: 'mira' })
    const twins = [
      await makeUser(forum, nicknameColumns('Twin')),
      await makeUser(forum, nicknameColumns('Тwin')),
    ] as const
    await makeUser(forum, nicknameColumns('MIRA'))
    await makeUser(forum, nicknameColumns('Single'))
    const client = await forum.as(admin)
    const problems = async () => {
      const { body } = await client.get('/api/admin/dashboard')
      return (body as unknown as { problems: { name: string; text: string }[] }).problems
        .filter(({ name }) => name === 'nicknames')
        .map(({ text }) => text)
    }
    expect(await problems()).toEqual([])
    expect((await client.post('/api/settings', { 'flarum-nicknames.unique': true })).status).toBe(204)
    expect(await problems()).toEqual([
      '3 members have nicknames that other members have, too, or that look like other names.',
    ])
    // Sent with other changes, an unchanged nickname is not asked again.
    expect(await change(forum, twins[0], { nickname: 'Twin', username: 'renamed' })).toBe(200)
    expect(await change(forum, twins[0], { nickname: 'Twín' })).toBe(nickname)
    expect(await change(forum, twins[0], { nickname: 'Another' })).toBe(200)
    expect(await problems()).toEqual([
      'A member has a nickname that another member has, too, or that looks like another name.',
    ])
    await setSettings(forum, { 'flarum-nicknames.regex': '([a-z' })
    expect(await problems()).toContain('The pattern for nicknames isn’t valid.')
  })

  test('a name is compared by indexes', async () => {
    const forum = await open({ extensions: [extension] })
    await setSettings(forum, unique)
    const user = await makeUser(forum)
    const client = await forum.as(user)
    const { database } = forum.current
    const statements = await statementsOf(forum, () =>
      client.patch(`/api/users/${user.id}`, { data: { attributes: { nickname: 'Mira' } } }),
    )
    const comparisons = statements.filter(({ sql }) => /^select.*"nickname_skeleton" =/.test(sql))
    expect(comparisons).toHaveLength(1)
    for (const statement of comparisons) {
      const plan = await planOf(database, statement, { without: ['seqscan'] })
      for (const index of ['nickname_folded', 'nickname_skeleton', 'username_folded'])
        expect(plan).toContain(`users_${index}`)
    }
  })
})
