import type { Extension } from '@parley/server'
import type { Reaction } from '../../shared.ts'

declare module '@parley/server' {
  interface AuditActions {
    'reaction.created': Record<never, never>
    'reaction.changed': Omit<Reaction, 'position' | 'character'>
    'reaction.deleted': Record<never, never>
    'reactions.ordered': Record<never, never>
    'post.reactionsRemoved': { reactions: number }
  }
}

const target = 'reactions'

/** What administrators do to types, and moderators to the reactions of others. */
export const reactionActions: NonNullable<Extension['audit']> = {
  'reaction.created': { text: 'reactions.audit.reaction_created_text', target },
  'reaction.changed': {
    text: 'reactions.audit.reaction_changed_text',
    target,
    fields: {
      identifier: { label: 'reactions.audit.identifier_label' },
      display: { label: 'reactions.audit.display_label' },
      type: { label: 'reactions.audit.type_label' },
      enabled: { label: 'reactions.audit.enabled_label' },
    },
  },
  'reaction.deleted': { text: 'reactions.audit.reaction_deleted_text', target },
  'reactions.ordered': { text: 'reactions.audit.reactions_ordered_text' },
  'post.reactionsRemoved': {
    text: 'reactions.audit.reactions_removed_text',
    target: 'posts',
    fields: { reactions: { label: 'reactions.audit.reactions_label' } },
  },
}
