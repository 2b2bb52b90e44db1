import type { App, StoreRecord } from '@parley/client'
import { nameInMention } from '../markup/match.ts'

/** The source of a mention of a post: `@"Name"#p34`. */
export function mentionOfPost(post: StoreRecord<'posts'>, { store, t }: Pick<App, 'store' | 't'>): string {
  const author = store.related(post, 'user', 'users')
  return quoted(author?.displayName ?? t('core.lib.username.deleted_text'), `p${post.id}`)
}

/** The source of a mention of a group: `@"Name"#g4`. */
export function mentionOfGroup({ id, namePlural }: StoreRecord<'groups'>): string {
  return quoted(namePlural, `g${id}`)
}

/** The source of a mention of a user: `@name` if the forum takes names and it says who it is, else `@"Name"#12`. */
export function mentionOfUser(user: StoreRecord<'users'>, { forum }: Pick<App, 'forum'>): string {
  const { id, username, displayName } = user
  const isPlain = forum.allowUsernameMentionFormat && displayName === username && /^[\w-]+$/.test(username)
  return isPlain ? `@${username}` : quoted(displayName, id)
}

function quoted(name: string, id: string): string {
  return `@"${nameInMention(name)}"#${id}`
}
