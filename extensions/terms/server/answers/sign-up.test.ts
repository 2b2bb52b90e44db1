import { join } from 'node:path'
import { completeExternalLogIn, externalLogInAddress } from '@parley/server'
import { fromFragment } from '@parley/shared'
import { admin, createTestForum, readExtension, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'
import { readAnswers } from '../state.ts'
import '../tables.ts'

type TestExtension = NonNullable<NonNullable<Parameters<typeof createTestForum>[0]>['extensions']>[number]

const extension = await readExtension(join(import.meta.dirname, '../..'))
const path = '/api/fof/terms/policies'

/** Another site that has verified the address of a visitor. */
const otherSite: TestExtension = {
  id: 'other-site',
  title: 'Other site',
  version: '1.0.0',
  declaration: {
    routes: [
      {
        method: 'POST',
        path: '/auth/other',
        csrf: false,
        async run(_request, context) {
          const identity = { provider: 'other', identifier: '7', provided: { email: account.email } }
          const done = await completeExternalLogIn(context, identity)
          return { status: 200, json: fromFragment(new URL(externalLogInAddress(context.forum, done)).hash) }
        },
      },
    ],
  },
}

async function openWith(policies: readonly object[]): Promise<{ forum: TestForum; ids: string[] }> {
  const forum = await createTestForum({ extensions: [extension, otherSite] })
  const client = await forum.as(admin)
  const ids: string[] = []
  for (const attributes of policies)
    ids.push((await client.post(path, { data: { attributes } })).body.data.id)
  return { forum, ids }
}

const account = { username: 'mira', email: 'mira@machine.local', password: 'long enough' }

async function signUp(forum: TestForum, boxes: object) {
  const browser = forum.browser()
  await browser.get('/api')
  return browser.post('/register', { ...account, ...boxes })
}

async function storedAnswers({ current: { database } }: TestForum) {
  const row = await database.read
    .selectFrom('users')
    .select('terms_answers')
    .where('username', '=', 'mira')
    .executeTakeFirst()
  const rows = await database.read.selectFrom('fof_terms_policy_user').selectAll().execute()
  const inAccount = Object.entries(readAnswers(row?.terms_answers)).map(([id, answer]) => [
    Number(id),
    answer.isAccepted,
  ])
  expect(inAccount).toEqual(rows.map((each) => [each.policy_id, each.is_accepted]))
  return Object.fromEntries(inAccount)
}

test('mandatory policies are accepted to sign up, each with a message at its box', async () => {
  const { forum, ids } = await openWith([
    { name: 'Terms' },
    { name: 'Rules' },
    { name: 'News', optional: true },
  ])
  for (const box of [undefined, false, null, 0, 'no', 'off', {}]) {
    const { status, body } = await signUp(forum, {
      [`fof_terms_policy_${ids[0]}`]: true,
      [`fof_terms_policy_${ids[1]}`]: box,
    })
    expect([box, status, body.errors]).toMatchObject([
      box,
      422,
      [
        {
          detail: 'You need to accept “Rules” to sign up.',
          source: { pointer: `/data/attributes/fof_terms_policy_${ids[1]}` },
        },
      ],
    ])
  }
  expect(await storedAnswers(forum)).toEqual({})
})

test.each<[box: unknown, isStored: boolean]>([
  [true, true],
  [1, false],
  ['1', false],
  ['on', false],
  ['yes', false],
])('a box %j lets through, and counts as accepted: %s', async (box, isStored) => {
  const { forum, ids } = await openWith([{ name: 'Terms' }, { name: 'News', optional: true }])
  expect((await signUp(forum, { [`fof_terms_policy_${ids[0]}`]: box })).status).toBe(201)
  expect(await storedAnswers(forum)).toEqual({ [ids[0] as string]: isStored, [ids[1] as string]: false })
})

test('the form without scripts stores what is ticked', async () => {
  const { forum, ids } = await openWith([{ name: 'Terms' }, { name: 'News', optional: true }])
  const browser = forum.browser()
  await browser.get('/api')
  const { status } = await browser.postForm('/register', {
    ...account,
    csrfToken: browser.csrfToken,
    [`fof_terms_policy_${ids[0]}`]: 'on',
  })
  expect(status).toBe(303)
  expect(await storedAnswers(forum)).toEqual({ [ids[0] as string]: true, [ids[1] as string]: false })
})

test('a visitor from another site, without a password, accepts the policies, too', async () => {
  const { forum, ids } = await openWith([{ name: 'Terms' }])
  const browser = forum.browser()
  await browser.get('/api')
  const { token } = (await browser.post('/auth/other')).body as unknown as { token: string }
  const register = (boxes: object) =>
    browser.post('/register', { token, username: account.username, ...boxes })
  const refused = await register({})
  expect([refused.status, refused.body.errors.map(({ source }) => source?.pointer)]).toEqual([
    422,
    [`/data/attributes/fof_terms_policy_${ids[0]}`],
  ])
  expect((await register({ [`fof_terms_policy_${ids[0]}`]: true })).status).toBe(201)
  expect(await storedAnswers(forum)).toEqual({ [ids[0] as string]: true })
})

test('accounts that administrators make are asked later', async () => {
  const { forum } = await openWith([{ name: 'Terms' }])
  const { status } = await (await forum.as(admin)).post('/api/users', { data: { attributes: account } })
  expect(status).toBe(201)
  expect(await storedAnswers(forum)).toEqual({})
})
