import {
  addEventPost,
  addFlagColumn,
  allOf,
  defineExtension,
  deny,
  type Generated,
  isNot,
  notifyAuthor,
  rowsWhere,
  strictFlag,
  writeAuditEntry,
} from '@parley/server'

export type * from './shared.ts'

declare module '@parley/server' {
  interface DiscussionTable {
    is_locked: Generated<boolean>
  }

  interface AuditActions {
    'discussion.locked': Record<never, never>
    'discussion.unlocked': Record<never, never>
  }
}

const locked = deny.because('lock.admin.why.locked')

/** Locked discussions accept replies only from users who may lock them. */
export default defineExtension({
  migrations: { '001_is_locked': addFlagColumn('discussions', 'is_locked', ['last_posted_at', 'id']) },
  permissions: {
    'discussion.lock': {
      default: ['moderator'],
      section: 'moderate',
      label: 'lock.admin.permissions.lock_discussions_label',
      order: 15,
      requires: ['viewForum'],
      scoped: true,
      ability: { type: 'discussions', name: 'lock' },
    },
  },
  policies: {
    discussions: {
      reply: {
        verdict: (actor, discussion) =>
          discussion.is_locked && !actor.can('lock', 'discussions', discussion) ? locked : undefined,
        scope: (eb, context) => ({
          deny: allOf([
            eb('discussions.is_locked', '=', eb.lit(true)),
            isNot(rowsWhere(context, 'lock', 'discussions')),
          ]),
        }),
      },
    },
  },
  audit: {
    'discussion.locked': { text: 'lock.audit.discussion_locked_text', target: 'discussions' },
    'discussion.unlocked': { text: 'lock.audit.discussion_unlocked_text', target: 'discussions' },
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
            await writeAuditEntry(context, row.is_locked ? 'discussion.locked' : 'discussion.unlocked', {
              target: { id: row.id, name: row.title },
            })
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
