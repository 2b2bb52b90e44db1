import { type App, discussionPath, loadDocument, type SyntaxModule, userPath } from '@parley/client'
import { buildQuery } from '@parley/shared'
import type { MarkupReference } from '@parley/shared/markup'
import type { GroupMentionFacts, PostMentionFacts, UserMentionFacts } from '../../markup/facts.ts'
import { loadPosts } from '../preview/load-posts.ts'
import { mentionableGroups } from './groups.tsx'
import { searchUsers } from './search-users.ts'

export { default } from '../../markup/index.ts'

/** What the store has of the target of a mention. */
export const facts: SyntaxModule['facts'] = (reference, app) => {
  if (reference.reference === 'userMention') return userFacts(reference, app)
  return reference.reference === 'postMention' ? postFacts(reference, app) : groupFacts(reference, app)
}

/** Loads users and posts. The page has all groups. */
export const fetchFacts: SyntaxModule['fetchFacts'] = async (references, app, signal) => {
  const users = references.filter(({ reference }) => reference === 'userMention')
  const posts = idsOf(references.filter(({ reference }) => reference === 'postMention'))
  const ids = idsOf(users)
  const names = users.flatMap(({ details }) => details?.username ?? []).slice(0, mostNames)
  const byId = buildQuery({ filter: { id: ids.join() }, page: { limit: ids.length } })
  await Promise.all([
    posts.length > 0 && loadPosts(app, posts, signal),
    ids.length > 0 && loadDocument(app, `/users?${byId}`, signal, { isBackground: true }),
    ...(app.forum.allowUsernameMentionFormat ? names.map((name) => searchUsers(app, name)) : []),
  ])
}

/** Names of one text that are looked up at once. */
const mostNames = 10

function idsOf(references: readonly MarkupReference[]): string[] {
  return [...new Set(references.map(({ id }) => id).filter(Boolean))]
}

function userFacts({ id, details }: MarkupReference, app: App): UserMentionFacts | undefined {
  const { store, forum, href } = app
  const byName = () =>
    forum.allowUsernameMentionFormat
      ? store.all('users').find(({ username }) => username === details?.username)
      : undefined
  const user = details?.username === undefined ? store.get('users', id) : byName()
  return user && { id: user.id, displayName: user.displayName, href: href(userPath(user)) }
}

function postFacts({ id }: MarkupReference, { store, href }: App): PostMentionFacts | undefined {
  const post = store.get('posts', id)
  const discussion = post && store.related(post, 'discussion', 'discussions')
  if (post === undefined || discussion === undefined) return undefined
  const author = store.related(post, 'user', 'users')
  const path = `${discussionPath(discussion)}/${post.number}`
  return { id, displayName: author?.displayName ?? null, href: href(path) }
}

function groupFacts({ id }: MarkupReference, app: App): GroupMentionFacts | undefined {
  return mentionableGroups(app).find((group) => group.id === id)
}
