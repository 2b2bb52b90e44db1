import type * as shared from '@parley/shared'
import { buildQuery } from '@parley/shared'
import type * as markup from '@parley/shared/markup'
import { expectTypeOf, test } from 'vitest'
import type * as testing from '../../index.ts'
import {
  changeDiscussion,
  createTestForum,
  describeExtension,
  makeDiscussion,
  makeUser,
} from '../../index.ts'
import type { AnyMembers } from './any-members.ts'

declare const forum: testing.TestForum
declare const client: testing.ApiClient

test('no export and no attribute of a document is any', () => {
  expectTypeOf<AnyMembers<typeof shared>>().toEqualTypeOf<never>()
  expectTypeOf<AnyMembers<typeof markup>>().toEqualTypeOf<never>()
  expectTypeOf<AnyMembers<typeof testing>>().toEqualTypeOf<never>()
  expectTypeOf<AnyMembers<shared.Discussion>>().toEqualTypeOf<never>()
  expectTypeOf<AnyMembers<shared.Forum>>().toEqualTypeOf<never>()
  expectTypeOf<AnyMembers<shared.Notifications>>().toEqualTypeOf<never>()
  expectTypeOf<AnyMembers<testing.TestForum>>().toEqualTypeOf<never>()
})

test('queries, syntaxes and documents have their shapes', () => {
  buildQuery({ include: ['user'] })
  // @ts-expect-error parameters have names
  buildQuery('include=user')
  // @ts-expect-error a syntax has a version
  expectTypeOf<{ name: string }>().toExtend<markup.MarkupSyntax>()
})

test('tests make forums, rows and requests of known shapes', () => {
  createTestForum({ extensions: [] })
  // @ts-expect-error extensions are read from folders, or declared
  createTestForum({ extensions: ['lock'] })
  // @ts-expect-error a discussion has no such column
  makeDiscussion(forum, { titel: 'News' })
  // @ts-expect-error a user has no such column
  makeUser(forum, { name: 'Mira' })
  // @ts-expect-error a change has attributes
  changeDiscussion(client, 1)
  // @ts-expect-error the folder of the extension
  describeExtension()
})
