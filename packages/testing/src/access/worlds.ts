import { administrators, everyone, members, moderators } from '@parley/server/actor'
import fc from 'fast-check'
import { chance } from '../api-fuzz/choices.ts'

/** Words in titles, on which policies of a test can decide. */
export const titleWords = ['Silent', 'Free', 'Shut', 'Open'] as const

/** The permissions that worlds grant. */
export const grantable = [
  'viewForum',
  'viewHiddenGroups',
  'moderateAccessTokens',
  'auditLog.view',
  ...['reply', 'rename', 'hide', 'delete', 'approvePosts', 'editPosts', 'hidePosts', 'viewIpsPosts'].map(
    (name) => `discussion.${name}`,
  ),
  ...['edit', 'editCredentials', 'editGroups', 'delete', 'viewLastSeenAt', 'suspend'].map(
    (name) => `user.${name}`,
  ),
  'group.edit',
  'group.delete',
  ...[
    'viewForum',
    'discussion.hide',
    'discussion.hidePosts',
    'discussion.reply',
    'discussion.rename',
  ].flatMap((name) => [1, 2].map((area) => `area${area}.${name}`)),
]

/** Granted unless a world grants otherwise: without them everything is forbidden. */
const usual = [
  ['viewForum', [everyone]],
  ['discussion.reply', [members]],
] as const

const minutesAgo = fc.constantFrom(0, 9, 10, 11)
/** Places in the list of accounts: none for 0. */
const person = fc.nat({ max: 3 })
const state = {
  author: person,
  hiddenBy: fc.option(person, { freq: 1 }),
  isPrivate: chance(25),
  minutesAgo,
}
const post = fc.record({
  ...state,
  type: fc.constantFrom('comment', 'comment', 'discussionRenamed', 'unheardOf'),
})
const groupIds = fc.subarray([everyone, members, moderators, 5])
const window = fc.constantFrom('-1', '0', 'reply', '10')

/** Random forums: accounts, discussions, permissions of groups, settings of authors' rights. */
const worlds = fc.record({
  users: fc.array(
    fc.record({ groupIds: fc.subarray([administrators, moderators, 5]), is_email_confirmed: chance(75) }),
    { minLength: 3, maxLength: 3 },
  ),
  isGroupHidden: fc.boolean(),
  discussions: fc.array(
    fc.record({
      ...state,
      title: fc.oneof(
        fc.constant('Talk'),
        fc.subarray([...titleWords], { maxLength: 2 }).map((found) => ['Talk', ...found].join(' ')),
      ),
      areas: fc.subarray([1, 2]),
      isEmpty: fc.boolean(),
      isShared: fc.boolean(),
      posts: fc.array(post, { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 8, maxLength: 12 },
  ),
  restricted: fc.subarray([1, 2]),
  grants: fc
    .array(fc.tuple(fc.constantFrom(...grantable), groupIds), { minLength: 5, maxLength: 30 })
    .map((grants) => new Map<string, readonly number[]>([...usual, ...grants])),
  windows: fc.tuple(window, window, window),
})
export type World = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never

/** What discussions and posts have in common; persons are places in the list of accounts, from 1. */
export interface State {
  author: number
  hiddenBy: number | null
  isPrivate: boolean
  minutesAgo: number
}

/** Checks random worlds one after the other; the same seed gives the same worlds. Throws what `check` throws, with its world. */
export function checkWorlds(
  check: (world: World) => Promise<void>,
  { seed, count }: { seed: number; count: number },
): Promise<void> {
  // A world has many rows, and the fault names those that matter: smaller worlds would tell no more.
  return fc.assert(fc.asyncProperty(worlds, check), { seed, numRuns: count, endOnFailure: true })
}
