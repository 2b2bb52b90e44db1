import {
  addEventPost,
  addFlagColumn,
  type Context,
  defineExtension,
  deny,
  type Generated,
  loadRows,
  type NotificationRow,
  notifyAuthor,
  strictFlag,
} from '@parley/server'

export type * from './shared.ts'

declare module '@parley/server' {
  interface DiscussionTable {
    is_locked: Generated<boolean>
  }
}

/** Locked discussions accept replies only from users who may lock them. */
export default defineExtension({
  migrations: { '001_is_locked': addFlagColumn('discussions', 'is_locked', ['last_posted_at', 'id']) },
  permissions: { 'discussion.lock': { default: ['moderator'] } },
  policies: {
    discussions: {
      reply: (actor, discussion) =>
        discussion.is_locked && !actor.can('lock', 'discussions', discussion) ? deny : undefined,
    },
  },
  eventPosts: { discussionLocked: { cancels: 'locked' } },
  notifications: {
    discussionLocked: { subject: 'discussions', channels: { alert: { default: true } } },
  },
  resources: {
    discussions: {
      abilities: ['lock'],
      fields: {
        isLocked: {
          column: 'is_locked',
          json: 'boolean',
          schema: strictFlag(),
          writable: 'lock',
          changed: async ({ row }, context) => {
            const event = await addEventPost(context, row.id, 'discussionLocked', { locked: row.is_locked })
            await notifyAuthor(context, 'discussionLocked', row, event)
          },
        },
      },
      filters: {
        locked: { value: 'any', where: (eb) => eb('discussions.is_locked', '=', eb.lit(true)) },
      },
      search: { gambits: { 'is:locked': { filter: 'locked' } } },
    },
    notifications: {
      optionalInclude: { index: ['lockEvent'] },
      relations: { lockEvent: { to: 'posts', load: eventsOf } },
    },
  },
})

/** Loads the event posts that notifications of locking are about: they say whether it was locked or unlocked. */
async function eventsOf(notifications: readonly NotificationRow[], context: Context) {
  const places = notifications.flatMap(({ id, type, subject_id, data }) =>
    type === 'discussionLocked' && data !== null
      ? [{ id, discussionId: subject_id, number: (JSON.parse(data) as { postNumber: number }).postNumber }]
      : [],
  )
  if (places.length === 0) return new Map()
  const found = await context.db
    .selectFrom('posts')
    .select(['id', 'discussion_id', 'number'])
    .where((eb) =>
      eb.or(
        places.map(({ discussionId, number }) =>
          eb.and([eb('discussion_id', '=', discussionId), eb('number', '=', number)]),
        ),
      ),
    )
    .execute()
  const posts = await loadRows(
    context,
    'posts',
    found.map(({ id }) => id),
  )
  return new Map(
    places.flatMap(({ id, discussionId, number }) => {
      const place = found.find((post) => post.discussion_id === discussionId && post.number === number)
      const post = place && posts.get(place.id)
      return post ? [[id, post] as const] : []
    }),
  )
}
