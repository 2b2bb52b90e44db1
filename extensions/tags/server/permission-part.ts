import type { Context, GridPart, PermissionPart } from '@parley/server'

/** Tags as parts of the forum: those that are restricted have permissions of their own, `tag<id>.<permission>`. */
export const tagsAsParts: PermissionPart = {
  nameOf: (id, { forum }) => forum.tables.get('tags').get(id)?.name,
  grid: {
    resource: 'tags',
    attribute: 'isRestricted',
    label: 'tags.admin.permissions.tag_option',
    addLabel: 'tags.admin.permissions.restrict_by_tag_heading',
    addText: 'tags.admin.edit_tag.restrict_text',
    removeText: 'tags.admin.permissions.open_text',
    list,
  },
}

/** The tags in the order of the grid: primary ones with their children, then the others by name. */
async function list({ db, forum }: Context): Promise<GridPart[]> {
  const tree = forum.tables.get('tags')
  const rows = await db.selectFrom('tags').select(['id', 'color']).where('deleted_at', 'is', null).execute()
  const colors = new Map(rows.map(({ id, color }) => [id, color]))
  const primary = tree.primary.flatMap((tag) => [tag, ...tree.childrenOf(tag.id)])
  const named = new Set(primary)
  const others = tree.all
    .filter((tag) => !named.has(tag))
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id)
  return [...primary, ...others].map(({ id, name, is_restricted }) => ({
    id,
    name,
    color: colors.get(id) || null,
    isRestricted: is_restricted,
  }))
}
