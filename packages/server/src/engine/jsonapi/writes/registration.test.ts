import { createTestForum, eachTestForum, type TestForum } from '@parley/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { completeExternalLogIn } from '../../../features/external-log-in/complete.ts'
import { createAccount } from '../../../features/user-administration/create.ts'
import type { UserRow } from '../../../features/users/table.ts'
import type { Migration } from '../../../infrastructure/db/migrations/migrations.ts'
import { administrators } from '../../../points/context/actor.ts'
import type { Context } from '../../../points/context/context.ts'
import type { Extension, InstalledExtension } from '../../../points/extension.ts'
import type { Write } from '../../../points/resources/writes.ts'

interface Member extends UserRow {
  motto: string | null
  inviter_id: number | null
  is_new: boolean
}

const received: object[] = []

const columns: Migration = {
  async up({ db, dialect: { types } }) {
    await sql`alter table users add column motto ${types.text}`.execute(db)
    await sql`alter table users add column inviter_id ${types.integer}`.execute(db)
    await sql`alter table users add column is_new ${types.boolean} not null default false`.execute(db)
  },
  async down() {},
}

/** At sign-up a guest chooses a motto, names who invited them and accepts the terms. */
const joining = {
  id: 'joining',
  title: 'Joining',
  version: '1.0.0',
  declaration: {
    migrations: { '001_columns': columns },
    on: {
      'user.registered': ({ user }: { user: Member }) =>
        void received.push({
          motto: user.motto,
          inviter: user.inviter_id,
          isNew: user.is_new,
          groups: user.group_ids,
        }),
    },
    resources: {
      users: {
        fields: {
          motto: {
            column: 'motto',
            json: 'string?',
            schema: z.string().max(10),
            writable: ({ id }: Member) => id === -1,
            check: async (motto: string) =>
              motto === 'taken' ? [{ detail: 'taken', pointer: '/data/attributes/motto' }] : [],
          },
        },
        relations: {
          inviter: {
            to: 'users',
            form: 'basic',
            key: 'inviter_id',
            write: {
              at: 'create',
              async set([inviter]: readonly UserRow[], { id }: Member, { db }: Context) {
                await sql`update users set inviter_id = ${inviter?.id} where id = ${id}`.execute(db)
              },
            },
          },
        },
        writes: {
          check: ({ isNew, input }: Write, { actor }: Context) =>
            isNew && !actor.isAdmin && !input.attributes.terms && input.attributes.username !== 'first'
              ? [{ detail: 'Accept the terms', pointer: '/data/attributes/terms' }]
              : [],
          initial: { is_new: () => true },
        },
      },
    },
  } as unknown as Extension,
} satisfies InstalledExtension

const account = { username: 'newcomer', email: 'newcomer@machine.local', password: 'too-obscure' }

async function register(forum: TestForum, attributes: object, relationships: object = {}) {
  const browser = forum.browser()
  await browser.get('/api')
  received.length = 0
  const { status, body } = await browser.post('/api/users', { data: { attributes, relationships } })
  return {
    status,
    attributes: body.data?.attributes,
    pointers: body.errors?.map(({ source }) => source?.pointer),
  }
}

async function accounts({ current: { database } }: TestForum): Promise<number> {
  return (await database.read.selectFrom('users').select('id').execute()).length
}

eachTestForum((open) => {
  test('without the extension a registration ignores what it would add', async () => {
    const forum = await open()
    const { status, attributes } = await register(
      forum,
      { ...account, motto: 'x'.repeat(11) },
      { inviter: 'x' },
    )
    expect({ status, motto: attributes?.motto }).toEqual({ status: 201, motto: undefined })
  })

  test('a registration takes fields, relationships, rules and columns of extensions', async () => {
    const forum = await open({ extensions: [joining] })
    const inviter = { data: { type: 'users', id: '1' } }
    const sent = { ...account, motto: 'New', terms: true }
    const { status, attributes } = await register(forum, sent, { inviter })
    expect({ status, motto: attributes?.motto }).toEqual({ status: 201, motto: 'New' })
    expect(received).toEqual([{ motto: 'New', inviter: 1, isNew: true, groups: [] }])
    await register(
      forum,
      { username: 'second', email: 'second@machine.local', password: 'too-obscure', terms: true },
      { inviter },
    )
    expect(received).toEqual([{ motto: null, inviter: 1, isNew: true, groups: [] }])
  })

  test('a refused one creates nothing, and names every problem in order', async () => {
    const forum = await open({ extensions: [joining] })
    const pointer = (name: string, section = 'attributes') => `/data/${section}/${name}`
    const sent = { ...account, username: 'ADMIN', email: 'x', motto: 'x'.repeat(11) }
    expect(await register(forum, sent, { inviter: { data: { id: 99 } } })).toMatchObject({
      status: 422,
      pointers: [
        ...['username', 'email', 'motto'].map((name) => pointer(name)),
        pointer('inviter', 'relationships'),
        pointer('terms'),
      ],
    })
    expect((await register(forum, account)).pointers).toEqual([pointer('terms')])
    const taken = { ...account, motto: 'taken', terms: true }
    expect(await register(forum, taken)).toMatchObject({ status: 422, pointers: [pointer('motto')] })
    expect({ accounts: await accounts(forum), received }).toEqual({ accounts: 1, received: [] })
    expect((await register(forum, { ...taken, motto: 'free' })).status).toBe(201)
  })

  test('the form of the sign-up and a log-in at another site go the same way', async () => {
    const forum = await open({ extensions: [joining] })
    const browser = forum.browser()
    await browser.get('/api')
    received.length = 0
    const signUp = async (body: object) => (await browser.post('/register', body)).status
    expect(await signUp({ ...account, motto: 'Flat' })).toBe(422)
    expect(await signUp({ ...account, motto: 'Flat', terms: 'on' })).toBe(201)
    const identity = { provider: 'site', identifier: '7', provided: { email: 'far@machine.local' } }
    const answer = await completeExternalLogIn(forum.asSystem(), identity)
    if (answer.loggedIn) throw new Error('The identity has an account already')
    const { token } = answer.registration
    const far = { username: 'far', token, motto: 'Far' }
    expect(await register(forum, far)).toMatchObject({ status: 422, pointers: ['/data/attributes/terms'] })
    expect(await register(forum, { ...far, terms: true })).toMatchObject({ status: 201 })
    expect(received).toMatchObject([{ motto: 'Far', isNew: true }])
    expect(await accounts(forum)).toBe(3)
  })

  test('accounts that administrators create go the same way', async () => {
    const forum = await open({ extensions: [joining] })
    received.length = 0
    await createAccount({ ...account, motto: 'Made' }, forum.asSystem())
    expect(received).toEqual([{ motto: 'Made', inviter: null, isNew: true, groups: [] }])
    await expect(
      createAccount({ ...account, motto: 'x'.repeat(11) }, forum.asSystem()),
    ).rejects.toMatchObject({
      status: 422,
    })
  })
})

test('the first administrator is created the same way', async () => {
  const forum = await createTestForum({ extensions: [joining], installed: false })
  received.length = 0
  const token = new URL(forum.setUpUrl ?? '').searchParams.get('token') ?? ''
  const answers = {
    title: 'Forum',
    username: 'boss',
    email: 'boss@example.org',
    password: 'too-obscure',
    token,
  }
  const refused = await forum.browser().postForm('/setup', answers)
  expect({ status: refused.status, accounts: await accounts(forum) }).toEqual({ status: 422, accounts: 0 })
  expect((await forum.browser().postForm('/setup', { ...answers, username: 'first' })).status).toBe(303)
  expect(received).toMatchObject([{ isNew: true, groups: [administrators] }])
})
