import type { Extension } from '@parley/server'
import type { CustomEmoji } from '../../shared/custom.ts'

declare module '@parley/server' {
  interface AuditActions {
    'emoji.created': Record<never, never>
    'emoji.changed': CustomEmoji
    'emoji.deleted': Record<never, never>
    'emoji.imported': { count: number }
  }
}

const target = 'emojis'

/** What administrators do to custom emoji. */
export const emojiActions: NonNullable<Extension['audit']> = {
  'emoji.created': { text: 'emoji.audit.emoji_created_text', target },
  'emoji.changed': {
    text: 'emoji.audit.emoji_changed_text',
    target,
    fields: {
      title: { label: 'emoji.admin.custom_emojis_section.edit_emoji.emoji_title_label' },
      text_to_replace: { label: 'emoji.admin.custom_emojis_section.edit_emoji.text_to_replace_label' },
      path: { label: 'emoji.admin.custom_emojis_section.edit_emoji.path_or_url_label' },
    },
  },
  'emoji.deleted': { text: 'emoji.audit.emoji_deleted_text', target },
  'emoji.imported': {
    text: 'emoji.audit.emoji_imported_text',
    fields: { count: { label: 'emoji.audit.count_label' } },
  },
}
