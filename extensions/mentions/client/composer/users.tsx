import { type App, Avatar, type ComposerTarget, defineCompletion, type StoreRecord } from '@parley/client'
import type { ReactNode } from 'react'
import { mentionOfUser } from '../sources.ts'
import { matchesName, nameIn, nameQuery } from './match-name.ts'
import { earlierPosts } from './posts.tsx'
import { searchUsers } from './search-users.ts'

type UserRecord = StoreRecord<'users'>

/** Members: those that the page knows, then those that the server finds. */
export const userCompletion = defineCompletion<UserRecord>({
  trigger: '@',
  query: nameQuery,
  delay: 250,
  known: (query, { app, target }) => knownUsers(app, target, nameIn(query)),
  async source(query, { app, target }) {
    const name = nameIn(query)
    const ids = await searchUsers(app, name)
    const found = ids.flatMap((id) => app.store.get('users', id) ?? [])
    return [...new Set([...knownUsers(app, target, name), ...found])]
  },
  keyOf: ({ id }) => id,
  Row: UserRow,
  insert: (user, { app }) => `${mentionOfUser(user, app)} `,
})

function UserRow({ item: user }: { item: UserRecord }): ReactNode {
  const { displayName, username } = user
  return (
    <>
      <Avatar user={user} size="xs" />
      <span className="MentionRow" dir="auto">
        {displayName}
        {displayName !== username && <small dir="ltr">@{username}</small>}
      </span>
    </>
  )
}

/** The users in the store whose name matches: first who wrote before in the discussion, last the writer. */
function knownUsers(app: App, target: ComposerTarget, name: string): readonly UserRecord[] {
  const { store, userId } = app
  const authors = earlierPosts(app, target).map((post) => store.related(post, 'user', 'users'))
  const all = new Set([...authors, ...store.all('users')].filter((user) => user !== undefined))
  const matching = [...all].filter((user) =>
    [user.displayName, user.username].some((each) => matchesName(name, each)),
  )
  const isWriter = ({ id }: UserRecord) => id === userId
  return [...matching.filter((user) => !isWriter(user)), ...matching.filter(isWriter)]
}
