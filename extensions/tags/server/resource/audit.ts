import type { Extension } from '@parley/server'
import type { TagRow } from '../../contract/tables.ts'

declare module '@parley/server' {
  interface AuditActions {
    'tag.created': Record<never, never>
    'tag.changed': { [Field in keyof typeof auditedColumns]: TagRow[(typeof auditedColumns)[Field]] }
    'tag.deleted': Record<never, never>
    'tags.ordered': Record<never, never>
    'discussion.tagged': { tags: readonly string[] }
  }
}

/** The columns of the fields in entries about changed tags. */
export const auditedColumns = {
  name: 'name',
  slug: 'slug',
  description: 'description',
  color: 'color',
  icon: 'icon',
  isHidden: 'is_hidden',
  isRestricted: 'is_restricted',
  defaultSort: 'default_sort',
  backgroundUrl: 'background_path',
  backgroundMode: 'background_mode',
} as const

const target = 'tags'

/** What administrators do to tags, and moderators to those of discussions. */
export const tagActions: NonNullable<Extension['audit']> = {
  'tag.created': { text: 'tags.audit.tag_created_text', target },
  'tag.changed': {
    text: 'tags.audit.tag_changed_text',
    target,
    fields: {
      name: { label: 'tags.admin.edit_tag.name_label' },
      slug: { label: 'tags.admin.edit_tag.slug_label' },
      description: { label: 'tags.admin.edit_tag.description_label' },
      color: { label: 'tags.admin.edit_tag.color_label' },
      icon: { label: 'tags.admin.edit_tag.icon_label' },
      isHidden: { label: 'tags.admin.edit_tag.hide_label' },
      isRestricted: { label: 'tags.admin.edit_tag.restrict_label' },
      defaultSort: { label: 'tags.admin.edit_tag.default_sort_label' },
      backgroundUrl: { label: 'tags.admin.edit_tag.background_label' },
      backgroundMode: { label: 'tags.admin.edit_tag.background_mode_label' },
    },
  },
  'tag.deleted': { text: 'tags.audit.tag_deleted_text', target },
  'tags.ordered': { text: 'tags.audit.tags_ordered_text' },
  'discussion.tagged': {
    text: 'tags.audit.discussion_tagged_text',
    target: 'discussions',
    fields: { tags: { label: 'tags.audit.tags_label' } },
  },
}
