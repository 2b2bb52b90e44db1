import {
  addEventPost,
  addFlagColumn,
  type Context,
  type DiscussionRow,
  defineExtension,
  type Generated,
  isUnread,
  loadRows,
  strictFlag,
  writeAuditEntry,
} from '@parley/server'

export type * from './shared.ts'

declare module '@parley/server' {
  interface DiscussionTable {
    is_sticky: Generated<boolean>
  }

  interface AuditActions {
    'discussion.pinned': Record<never, never>
    'discussion.unpinned': Record<never, never>
  }
}

/** Sticky discussions come first in the list until the reader has read them. */
export default defineExtension({
  migrations: { '001_is_sticky': addFlagColumn('discussions', 'is_sticky', ['last_posted_at', 'id']) },
  audit: {
    'discussion.pinned': { text: 'sticky.audit.discussion_pinned_text', target: 'discussions' },
    'discussion.unpinned': { text: 'sticky.audit.discussion_unpinned_text', target: 'discussions' },
  },
  permissions: {
    'discussion.sticky': {
      default: ['moderator'],
      section: 'moderate',
      label: 'sticky.admin.permissions.sticky_discussions_label',
      order: 15,
      requires: ['viewForum'],
      scoped: true,
      ability: { type: 'discussions', name: 'sticky' },
    },
  },
  eventPosts: { discussionStickied: { cancels: 'sticky' } },
  resources: {
    discussions: {
      abilities: ['sticky'],
      defaultInclude: { index: ['firstPost'] },
      optionalInclude: { index: ['stickyPost'] },
      relations: { stickyPost: { to: 'posts', form: 'basic', load: firstPostsOfSticky } },
      fields: {
        isSticky: {
          column: 'is_sticky',
          json: 'boolean',
          schema: strictFlag(),
          writable: 'sticky',
          changed: async ({ row }, context) => {
            await addEventPost(context, row.id, 'discussionStickied', { sticky: row.is_sticky })
            await writeAuditEntry(context, row.is_sticky ? 'discussion.pinned' : 'discussion.unpinned', {
              target: { id: row.id, name: row.title },
            })
          },
        },
      },
      filters: {
        sticky: { value: 'any', where: (eb) => eb('discussions.is_sticky', '=', eb.lit(true)) },
      },
      search: { gambits: { 'is:sticky': { filter: 'sticky' } } },
      pinned: (eb, context, filters) => {
        const sticky = eb('discussions.is_sticky', '=', eb.lit(true))
        if (filters.join() === 'tag') return sticky
        if (filters.length > 0) return undefined
        const unread = isUnread(eb, context)
        return unread ? eb.and([sticky, unread]) : sticky
      },
    },
  },
})

/** Loads the first posts of sticky discussions only, for their excerpts. */
async function firstPostsOfSticky(discussions: readonly DiscussionRow[], context: Context) {
  const sticky = discussions.filter(({ is_sticky }) => is_sticky)
  const posts = await loadRows(
    context,
    'posts',
    sticky.flatMap(({ first_post_id }) => first_post_id ?? []),
  )
  return new Map(
    sticky.flatMap(({ id, first_post_id }) => {
      const post = posts.get(first_post_id ?? 0)
      return post ? [[id, post] as const] : []
    }),
  )
}
