import { type Extension, type Setting, storedFlag } from '@parley/server'
import { z } from 'zod'

declare module '@parley/server' {
  interface SettingTypes {
    'flarum-flags.guidelines_url': string | null
    'flarum-flags.can_flag_own': boolean
  }
}

/** The address of a page: of this forum (`/p/1-guidelines`), or of `http` or `https`. */
const address = /^(\/(?![/\\])|https?:\/\/)\S*$/i

export const flagSettings: Record<string, Setting> = {
  'flarum-flags.guidelines_url': {
    schema: z
      .string()
      .max(2000)
      .nullable()
      .transform((text) => text?.trim() || null)
      .refine((text) => text === null || address.test(text), { params: { rule: 'regex' } }),
    default: null,
    public: 'guidelinesUrl',
    json: 'string?',
    form: {
      field: { kind: 'text' },
      label: 'flags.admin.settings.guidelines_url_label',
      help: 'flags.admin.settings.guidelines_url_text',
    },
  },
  'flarum-flags.can_flag_own': {
    schema: storedFlag(),
    default: false,
    form: {
      order: 1,
      field: { kind: 'switch' },
      label: 'flags.admin.settings.flag_own_posts_label',
      help: 'flags.admin.settings.flag_own_posts_text',
    },
  },
}

export const flagPermissions: NonNullable<Extension['permissions']> = {
  'discussion.flagPosts': {
    default: ['member'],
    section: 'reply',
    label: 'flags.admin.permissions.flag_posts_label',
    order: 45,
    requires: ['viewForum'],
    scoped: true,
    ability: { type: 'posts', name: 'flag' },
  },
  'discussion.viewFlags': {
    default: ['moderator'],
    section: 'moderate',
    label: 'flags.admin.permissions.view_flags_label',
    order: 45,
    requires: ['viewForum'],
    scoped: true,
    ability: { type: 'discussions', name: 'viewFlags' },
  },
}
