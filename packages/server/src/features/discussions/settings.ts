import { z } from 'zod'
import type { Setting } from '../../points/settings/settings.ts'

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

export const discussionSettings: Record<string, Setting> = {
  allow_renaming: { schema: timeWindow, default: '10' },
  allow_post_editing: { schema: timeWindow, default: 'reply' },
  allow_hide_own_posts: { schema: timeWindow, default: 'reply' },
  'slug_driver_Flarum\\Discussion\\Discussion': { schema: z.string(), default: null },
}
