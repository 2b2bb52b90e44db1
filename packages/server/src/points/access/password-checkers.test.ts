import { admin, createTestForum } from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import { defineExtension } from '../extension.ts'
import { combinePasswordCheckers, type PasswordCheckers } from './password-checkers.ts'

/** Statuses of logging in with the right and with a wrong password. */
async function statuses(passwordCheckers: PasswordCheckers | undefined): Promise<number[]> {
  const declaration = defineExtension({ ...(passwordCheckers && { passwordCheckers }) })
  const forum = await createTestForum({
    extensions: [{ id: 'guard', title: 'Guard', version: '1.0.0', declaration }],
  })
  const logIn = async (password: string) =>
    (await forum.guest().post('/api/token', { identification: admin.username, password })).status
  return [await logIn(admin.password), await logIn('wrong')]
}

test('B316 by default the right password is right', async () => {
  expect(await statuses(undefined)).toEqual([200, 401])
})

test('B317 without the standard checker nobody says yes', async () => {
  expect(await statuses({ standard: null })).toEqual([401, 401])
})

test('B319 a no weighs more than any yes', async () => {
  expect(await statuses({ no: () => false, yes: () => true })).toEqual([401, 401])
})

test('one yes is enough, and no opinion changes nothing', async () => {
  expect(await statuses({ none: () => undefined })).toEqual([200, 401])
  expect(await statuses({ yes: async () => true, none: () => undefined })).toEqual([200, 200])
})

test('a password from elsewhere does not replace the stored one', async () => {
  const declaration = defineExtension({ passwordCheckers: { yes: () => true } })
  const forum = await createTestForum({
    extensions: [{ id: 'guard', title: 'Guard', version: '1.0.0', declaration }],
  })
  const { database } = forum.current
  await database.transaction((db) => db.updateTable('users').set({ password: '' }).execute())
  const body = { identification: admin.username, password: 'from elsewhere' }
  expect((await forum.guest().post('/api/token', body)).status).toBe(200)
  expect(await database.read.selectFrom('users').select('password').execute()).toEqual([{ password: '' }])
})

test('checkers are asked about names that nobody has, without effect', async () => {
  const asked: number[] = []
  const declaration = defineExtension({
    passwordCheckers: {
      yes: (_password, account) => {
        asked.push(account.id)
        return true
      },
    },
  })
  const forum = await createTestForum({
    extensions: [{ id: 'guard', title: 'Guard', version: '1.0.0', declaration }],
  })
  const { status } = await forum.guest().post('/api/token', { identification: 'nobody', password: 'x' })
  expect([status, asked]).toEqual([401, [0]])
})

test('misuse is a fault', () => {
  const yes = () => true
  const combine =
    (...sections: PasswordCheckers[]) =>
    () =>
      combinePasswordCheckers(sections.map((section, index) => ({ owner: `guard${index}`, section })))
  expectFault('guard1', 'passwordCheckers › yes', 'already declared', combine({ yes }, { yes }))
  expectFault(
    'guard0',
    'passwordCheckers › yes',
    'takes out a checker that is not there',
    combine({ yes: null }),
  )
  expectFault('guard0', 'passwordCheckers › yes', 'is not a function', combine({ yes: true as never }))
  expect(combine({ yes }, { yes: null })()).toEqual([])
})
