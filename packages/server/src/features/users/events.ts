import type { UserRow } from './table.ts'

declare module '../../points/events/event-types.ts' {
  interface Events {
    'user.registered': { user: UserRow }
    /** The address was confirmed, by its owner or by an administrator. */
    'user.activated': { user: UserRow }
    'user.renamed': { user: UserRow; before: UserRow }
    'user.emailChanged': { user: UserRow; before: UserRow }
    'user.passwordChanged': { user: UserRow }
    /** The assigned groups changed; `before` has the old ones. */
    'user.groupsChanged': { user: UserRow; before: UserRow }
    /** `user` is the row before the deletion. Posts lose their author after this event. */
    'user.deleted': { user: UserRow }
  }
}
