import {
  addEventPost,
  addFlagColumn,
  defineExtension,
  deny,
  type Generated,
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
  },
})
