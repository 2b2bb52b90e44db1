import type { Extension } from '@parley/server'

/** Permissions. Those to create, edit and delete tags have no row in the grid: administrators hold them. */
export const tagPermissions: NonNullable<Extension['permissions']> = {
  'discussion.tag': {
    default: ['moderator'],
    section: 'moderate',
    label: 'tags.admin.permissions.tag_discussions_label',
    order: 15,
    requires: ['viewForum'],
    scoped: true,
    ability: { type: 'discussions', name: 'tag' },
  },
  bypassTagCounts: {
    section: 'start',
    label: 'tags.admin.permissions.bypass_tag_counts_label',
    order: 21,
    requires: ['startDiscussion'],
  },
}
