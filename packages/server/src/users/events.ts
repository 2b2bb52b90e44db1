import type { UserRow } from './table.ts'

declare module '../points/events.ts' {
  interface Events {
    'user.registered': { user: UserRow }
    /** The address was confirmed, by its owner or by an administrator. */
    'user.activated': { user: UserRow }
    'user.renamed': { user: UserRow; before: UserRow }
    'user.emailChanged': { user: UserRow; before: UserRow }
    'user.passwordChanged': { user: UserRow }
    /** The assigned groups are others now; `before` has the old ones. */
    'user.groupsChanged': { user: UserRow; before: UserRow }
    /** The account and its posts are still there, for a moment. */
    'user.deleted': { user: UserRow }
  }
}
