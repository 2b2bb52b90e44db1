import { z } from 'zod'
import type { PermissionSettings, SettingChoice } from '../../points/access/permission-settings.ts'
import type { SettingForm } from '../../points/settings/setting-form.ts'
import type { Setting } from '../../points/settings/settings.ts'
import { namesSection } from '../users/forms.ts'

/** A time window: `-1` for always, `reply` until the first reply, otherwise a number of minutes. */
const timeWindow = z.string().regex(/^(-1|reply|\d{1,9})$/)

declare module '../../points/settings/setting-types.ts' {
  interface SettingTypes {
    allow_renaming: string
    allow_post_editing: string
    allow_hide_own_posts: string
    'slug_driver_Flarum\\Discussion\\Discussion': string | null
  }
}

const discussionAddressForm: SettingForm = {
  page: 'basics',
  section: namesSection,
  order: 2,
  field: {
    kind: 'choice',
    options: [
      { value: '', label: 'core.admin.basics.slug_latin_label' },
      { value: 'utf8', label: 'core.admin.basics.slug_utf8_label' },
    ],
  },
  label: 'core.admin.basics.discussion_slug_heading',
  help: 'core.admin.basics.slug_driver_text',
  keywords: 'core.admin.basics.slug_keywords',
}

export const discussionSettings: Record<string, Setting> = {
  allow_renaming: { schema: timeWindow, default: '10' },
  allow_post_editing: { schema: timeWindow, default: 'reply' },
  allow_hide_own_posts: { schema: timeWindow, default: 'reply' },
  'slug_driver_Flarum\\Discussion\\Discussion': {
    schema: z.string(),
    default: null,
    form: discussionAddressForm,
  },
}

const windows: readonly SettingChoice[] = [
  { value: '-1', label: 'core.admin.permissions_controls.allow_indefinitely_button' },
  { value: '10', label: 'core.admin.permissions_controls.allow_ten_minutes_button' },
  { value: 'reply', label: 'core.admin.permissions_controls.allow_until_reply_button' },
]
const never: SettingChoice = { value: '0', label: 'core.admin.permissions_controls.allow_never_button' }

/** The time windows of authors (api-core 4.4), as rows of the permission grid. */
export const discussionPermissionSettings: PermissionSettings = {
  allow_renaming: {
    section: 'start',
    label: 'core.admin.permissions.allow_renaming_label',
    order: 20,
    choices: [...windows, never],
    takesMinutes: true,
  },
  allow_post_editing: {
    section: 'reply',
    label: 'core.admin.permissions.allow_post_editing_label',
    order: 20,
    choices: [...windows, never],
    takesMinutes: true,
  },
  allow_hide_own_posts: {
    section: 'reply',
    label: 'core.admin.permissions.allow_hide_own_posts_label',
    order: 30,
    choices: [...windows, never],
    takesMinutes: true,
  },
}
