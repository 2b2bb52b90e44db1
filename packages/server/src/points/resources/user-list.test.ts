import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { combineUserList, type UserListDeclaration, type UserListFilter } from './user-list.ts'

const filter: UserListFilter = { schema: z.unknown(), where: (eb) => eb('users.id', '>', 1) }
const combine = (...sections: UserListDeclaration[]) =>
  combineUserList(sections.map((section, index) => ({ owner: `owner${index}`, section })))

test('the list of users is empty by default, and has what is declared', () => {
  const none = combineUserList([{ owner: 'owner', section: undefined }])
  expect([none.filters.size, none.sorts.size, none.names]).toEqual([0, 0, []])
  const { filters, sorts, names } = combine(
    { filters: { pictured: filter }, names: ['username'] },
    { sorts: { posts: { column: 'comment_count' } }, filters: { writing: { ...filter, narrows: 'posts' } } },
  )
  expect([[...filters.keys()], [...sorts.keys()], names]).toEqual([
    ['pictured', 'writing'],
    ['posts'],
    ['username'],
  ])
})

test('misuse names the owner and the section', () => {
  expectFault('owner0', 'userList › filters › q', 'is the name of the search', () =>
    combine({ filters: { q: filter } }),
  )
  expectFault('owner0', 'userList › filters › a', "there is no sort 'b'", () =>
    combine({ filters: { a: { ...filter, narrows: 'b' } } }),
  )
  expectFault('owner1', 'userList › filters › a', 'already declared by owner0', () =>
    combine({ filters: { a: filter } }, { filters: { a: filter } }),
  )
  expectFault('owner1', 'userList › names › username', 'already declared by owner0', () =>
    combine({ names: ['username'] }, { names: ['username'] }),
  )
})
