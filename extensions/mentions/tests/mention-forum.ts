import { join } from 'node:path'
import { defineExtension } from '@parley/server'
import type { ApiClient, ApiResponse, TestForum, TestForumOptions } from '@parley/testing'

type Testing = typeof import('@parley/testing')

/** Display names are the usernames in upper case with a dollar sign, or what a test sets. */
export const namesBySetting = new Map<string, string>()

const loudNames = {
  id: 'loud-names',
  title: 'Loud names',
  version: '1.0.0',
  declaration: defineExtension({
    displayNames: {
      loud: {
        label: 'core.admin.nav.users_button',
        reads: ['username'],
        of: ({ username }) => namesBySetting.get(username) ?? `${username.toUpperCase()}$`,
      },
    },
  }),
}

/** Posts that begin with `secret:` are seen by their authors and by administrators only. */
const secrets = {
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

/** A forum with mentions, loud names, and the users `toby` and `potato`. */
export async function openMentions(
  testing: Testing,
  open: (options?: TestForumOptions) => Promise<TestForum>,
  { withTags = false }: { withTags?: boolean } = {},
) {
  namesBySetting.clear()
  const { makeDiscussion, makeUser, readExtension, replyTo, setSettings } = testing
  const folders = ['..', ...(withTags ? ['../../tags'] : [])].map((path) => join(import.meta.dirname, path))
  const extensions = [loudNames, secrets, ...(await Promise.all(folders.map((path) => readExtension(path))))]
  const forum = await open({ extensions })
  await setSettings(forum, { display_name_driver: 'loud', allow_post_editing: '-1' })
  const toby = await makeUser(forum, { username: 'toby' })
  const potato = await makeUser(forum, { username: 'potato' })
  const discussion = await makeDiscussion(forum, { user_id: potato.id, title: 'Tea', slug: 'tea' })
  const client = await forum.as(toby)
  /** Replies as toby, or as another user, and returns the answer. */
  const post = async (content: string, as: ApiClient = client): Promise<ApiResponse> => {
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

/** The stored rows of one of the tables of mentions, as pairs of ids. */
export async function pivots(forum: TestForum, kind: 'user' | 'post' | 'group' | 'tag'): Promise<number[][]> {
  const rows = (await forum.current.database.read
    .selectFrom(`post_mentions_${kind}` as 'post_mentions_user')
    .select(['post_id', `mentions_${kind}_id` as 'mentions_user_id'])
    .orderBy('post_id')
    .orderBy(`mentions_${kind}_id` as 'mentions_user_id')
    .execute()) as unknown as Record<string, number>[]
  return rows.map((row) => [Number(row.post_id), Number(row[`mentions_${kind}_id`])])
}
