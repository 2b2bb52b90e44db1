import type { Extension } from '@parley/server'

/** Permissions. Those to create, edit and delete tags have no row in the grid: administrators hold them. */
export const tagPermissions: NonNullable<Extension['permissions']> = {
  bypassTagCounts: {
    section: 'start',
    label: 'tags.admin.permissions.bypass_tag_counts_label',
    order: 21,
    requires: ['startDiscussion'],
  },
}
