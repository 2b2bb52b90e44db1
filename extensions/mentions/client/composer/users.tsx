import {
  type App,
  Avatar,
  type ComposerTarget,
  defineCompletion,
  loadDocument,
  type StoreRecord,
} from '@parley/client'
import { buildQuery } from '@parley/shared'
import type { ReactNode } from 'react'
import { mentionOfUser } from '../sources.ts'
import { matchesName, nameIn, nameQuery } from './match-name.ts'
import { earlierPosts } from './posts.tsx'
import { searchLimit, TypedSearch } from './typed-search.ts'

type UserRecord = StoreRecord<'users'>

const searches = new WeakMap<App, TypedSearch>()

/** Members: those that the page knows, then those that the server finds. */
export const userCompletion = defineCompletion<UserRecord>({
  trigger: '@',
  query: nameQuery,
  delay: 250,
  known: (query, { app, target }) => knownUsers(app, target, nameIn(query)),
  async source(query, { app, target, signal }) {
    const name = nameIn(query)
    const ids = app.forum.canSearchUsers ? await searchOf(app).find(name, signal) : []
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
        {displayName !== username && <small>@{username}</small>}
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

function searchOf(app: App): TypedSearch {
  const search = searches.get(app) ?? new TypedSearch((query, signal) => findUsers(app, query, signal))
  searches.set(app, search)
  return search
}

async function findUsers(app: App, q: string, signal: AbortSignal): Promise<readonly string[]> {
  const query = buildQuery({ filter: { q }, page: { limit: searchLimit } })
  const { data } = await loadDocument(app, `/users?${query}`, signal, { isBackground: true })
  return data.map(({ id }) => id)
}
