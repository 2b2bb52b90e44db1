import type { UserRow } from './table.ts'

declare module '../../points/work/event-types.ts' {
  interface Events {
    'user.registered': { user: UserRow }
    /** The address was confirmed, by its owner or by an administrator. */
    'user.activated': { user: UserRow }
    'user.renamed': { user: UserRow; before: UserRow }
    'user.emailChanged': { user: UserRow; before: UserRow }
    'user.passwordChanged': { user: UserRow }
    /** The assigned groups are others now; `before` has the old ones. */
    'user.groupsChanged': { user: UserRow; before: UserRow }
    /** The row is as it was before. What the account wrote loses its author after this. */
    'user.deleted': { user: UserRow }
  }
}
