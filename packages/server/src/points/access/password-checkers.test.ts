import { admin, createTestForum } from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import { defineExtension } from '../extension.ts'
import { combinePasswordCheckers, type PasswordCheckers } from './password-checkers.ts'

/** Logs in with the right and with a wrong password, and returns the statuses. */
async function logInStatuses(passwordCheckers: PasswordCheckers | undefined) {
  const declaration = defineExtension({ ...(passwordCheckers && { passwordCheckers }) })
  const forum = await createTestForum({
    extensions: [{ id: 'guard', title: 'Guard', version: '1.0.0', declaration }],
  })
  const logIn = async (password: string) =>
    (await forum.guest().post('/api/token', { identification: admin.username, password })).status
  return { right: await logIn(admin.password), wrong: await logIn('wrong') }
}

test('B316 by default only the right password is accepted', async () => {
  expect(await logInStatuses(undefined)).toEqual({ right: 200, wrong: 401 })
})

test('B317 without the standard checker no password is accepted', async () => {
  expect(await logInStatuses({ standard: null })).toEqual({ right: 401, wrong: 401 })
})

test('B319 one false outweighs any true', async () => {
  expect(await logInStatuses({ no: () => false, yes: () => true })).toEqual({ right: 401, wrong: 401 })
})

test('one true is enough, and undefined changes nothing', async () => {
  expect(await logInStatuses({ none: () => undefined })).toEqual({ right: 200, wrong: 401 })
  const accepting = { yes: async () => true, none: () => undefined }
  expect(await logInStatuses(accepting)).toEqual({ right: 200, wrong: 200 })
})

test('a password that an extension accepts does not replace the stored one', async () => {
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

test('checkers are also called for unknown names, without effect', async () => {
  const checkedIds: number[] = []
  const declaration = defineExtension({
    passwordCheckers: {
      yes: (_password, account) => {
        checkedIds.push(account.id)
        return true
      },
    },
  })
  const forum = await createTestForum({
    extensions: [{ id: 'guard', title: 'Guard', version: '1.0.0', declaration }],
  })
  const { status } = await forum.guest().post('/api/token', { identification: 'nobody', password: 'x' })
  expect({ status, checkedIds }).toEqual({ status: 401, checkedIds: [0] })
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
    'removes a checker that does not exist',
    combine({ yes: null }),
  )
  expectFault('guard0', 'passwordCheckers › yes', 'is not a function', combine({ yes: true as never }))
  expect(combine({ yes }, { yes: null })()).toEqual([])
})
