import { type DiscussionRow, defineExtension, type UserRow } from '@parley/server'
import type { InstalledExtension } from '@parley/server/extensions'
import type { ApiClient, ApiResponse } from './api-client.ts'
import { makeDiscussion } from './discussions.ts'
import { makeUser, setSettings } from './factories.ts'
import { replyTo } from './requests.ts'
import type { TestForum, TestForumOptions } from './test-forum.ts'

/** Display names of a conversation that a test sets, by username. */
export const displayNames = new Map<string, string>()

/** Display names are the usernames in upper case with a dollar sign, or what a test sets. */
const loudNames: InstalledExtension = {
  id: 'loud-names',
  title: 'Loud names',
  version: '1.0.0',
  declaration: defineExtension({
    displayNames: {
      loud: {
        reads: ['username'],
        of: ({ username }) => displayNames.get(username) ?? `${username.toUpperCase()}$`,
      },
    },
  }),
}

/** Posts that begin with `secret:` are seen by their authors and by administrators only. */
const secrets: InstalledExtension = {
  id: 'secrets',
  title: 'Secrets',
  version: '1.0.0',
  declaration: defineExtension({
    privacy: {
      posts: {
        isPrivate: ({ content }) => content.startsWith('secret:'),
        sees: (actor, { user_id }) => user_id === actor.id || actor.isAdmin,
        scope: (eb, { actor }) => (actor.isAdmin ? eb.lit(true) : eb('posts.user_id', '=', actor.id)),
      },
    },
  }),
}

/** A discussion by `potato`, to which `toby` replies. */
export interface Conversation {
  forum: TestForum
  toby: UserRow
  potato: UserRow
  discussion: DiscussionRow
  /** A client of toby. */
  client: ApiClient
  /** Replies as toby, or as another user, a minute after the last reply. */
  post(content: string, as?: ApiClient): Promise<ApiResponse>
}

/** Opens a forum with a conversation, loud names and secret posts. */
export async function openConversation(
  open: (options?: TestForumOptions) => Promise<TestForum>,
  extensions: readonly InstalledExtension[],
): Promise<Conversation> {
  displayNames.clear()
  const forum = await open({ extensions: [loudNames, secrets, ...extensions] })
  await setSettings(forum, { display_name_driver: 'loud', allow_post_editing: '-1' })
  const toby = await makeUser(forum, { username: 'toby' })
  const potato = await makeUser(forum, { username: 'potato' })
  const discussion = await makeDiscussion(forum, { user_id: potato.id, title: 'Tea', slug: 'tea' })
  const client = await forum.as(toby)
  const post = (content: string, as = client) => {
    forum.clock.advance(60)
    return replyTo(as, discussion.id, { content })
  }
  return { forum, toby, potato, discussion, client, post }
}

/** Source and HTML of the post in an answer. */
export function textsOf({ body }: ApiResponse): { content: unknown; html: string } {
  const { content, contentHtml } = body.data.attributes
  return { content, html: String(contentHtml) }
}
