import { type Actor, allow, deny, type Extension, type Policies } from '@parley/server'
import type { KnownPage } from './table.ts'

const viewHidden = 'fof-pages.viewHidden'
const viewRestricted = 'fof-pages.viewRestricted'

/** The permission for hidden pages has no row in the grid: administrators hold it. */
export const pagePermissions: NonNullable<Extension['permissions']> = {
  [viewRestricted]: { section: 'read', label: 'pages.admin.permissions.restricted' },
  [viewHidden]: {},
}

/** Whether an actor may open a page: the one rule behind every door. */
export function mayOpen(
  actor: Pick<Actor, 'hasPermission'>,
  { is_hidden, is_restricted }: Pick<KnownPage, 'is_hidden' | 'is_restricted'>,
): boolean {
  return (
    (!is_hidden || actor.hasPermission(viewHidden)) && (!is_restricted || actor.hasPermission(viewRestricted))
  )
}

/** The same rule, for one page and for the rows of a list. */
export const pagePolicies: NonNullable<Policies['pages']> = {
  view: {
    verdict: (actor, page) => (mayOpen(actor, page) ? allow : deny),
    scope(eb, { actor }) {
      const conditions = [
        ...(actor.hasPermission(viewHidden) ? [] : [eb('pages.is_hidden', '=', false)]),
        ...(actor.hasPermission(viewRestricted) ? [] : [eb('pages.is_restricted', '=', false)]),
      ]
      return conditions.length === 0 ? true : eb.and(conditions)
    },
  },
}
