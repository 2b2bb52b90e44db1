import { type Extension, type Setting, storedFlag } from '@parley/server'
import { z } from 'zod'
import { defaultPictures, longestText } from '../shared.ts'

declare module '@parley/server' {
  interface SettingTypes {
    'fof-reactions.react_own_post': boolean
    'fof-reactions.anonymousReactions': boolean
    'fof-reactions.cdnUrl': string
    'fof-reactions.convertToUpvote': string | null
    'fof-reactions.convertToDownvote': string | null
    'fof-reactions.convertToLike': string | null
  }
}

/** An address of a picture: of the forum, or of `http` or `https`. */
const address = /^(\/(?![/\\])|https?:\/\/[^/?#\s])[^\s"'<>\\]*$/i

/** The identifier of a type; null for none. */
function identifier(): Setting<string | null> {
  return {
    schema: z
      .string()
      .max(longestText)
      .nullable()
      .transform((text) => text?.trim() || null),
    default: null,
  }
}

export const reactionSettings: Record<string, Setting> = {
  'fof-reactions.cdnUrl': {
    schema: z
      .string()
      .max(2000)
      .nullable()
      .transform((text) => text?.trim() || defaultPictures)
      .refine((text) => address.test(text), { params: { rule: 'regex' } }),
    default: defaultPictures,
    public: 'fofReactionsCdnUrl',
    json: 'string',
    form: {
      field: { kind: 'text' },
      label: 'reactions.admin.page.cdn.label',
      help: 'reactions.admin.page.cdn.help',
    },
  },
  'fof-reactions.react_own_post': {
    schema: storedFlag(),
    default: false,
    form: {
      order: 1,
      field: { kind: 'switch' },
      label: 'reactions.admin.page.settings.react_own_posts_label',
      help: 'reactions.admin.page.settings.react_own_posts_help',
    },
  },
  'fof-reactions.anonymousReactions': {
    schema: storedFlag(),
    default: false,
    public: 'fofReactionsAllowAnonymous',
    json: 'boolean',
    form: {
      order: 2,
      field: { kind: 'switch' },
      label: 'reactions.admin.page.settings.allow-anonymous',
      help: 'reactions.admin.page.settings.allow-anonymous-help',
    },
  },
  'fof-reactions.convertToUpvote': identifier(),
  'fof-reactions.convertToDownvote': identifier(),
  'fof-reactions.convertToLike': identifier(),
}

export const reactionPermissions: NonNullable<Extension['permissions']> = {
  'discussion.reactPosts': {
    default: ['member'],
    section: 'reply',
    label: 'reactions.admin.permissions.react_posts_label',
    requires: ['viewForum'],
    scoped: true,
    ability: { type: 'posts', name: 'react' },
  },
  'discussion.canSeeReactions': {
    section: 'read',
    label: 'reactions.admin.permissions.see_reactions_label',
    guests: true,
    requires: ['viewForum'],
    scoped: true,
    ability: { type: 'discussions', name: 'canSeeReactions' },
  },
  'discussion.deleteReactionsPosts': {
    section: 'moderate',
    label: 'reactions.admin.permissions.delete_post_reactions_label',
    requires: ['viewForum'],
    scoped: true,
    ability: { type: 'posts', name: 'deleteReactions' },
  },
}
