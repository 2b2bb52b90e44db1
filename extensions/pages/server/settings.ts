import type { Extension, Field, ForumRow, Setting } from '@parley/server'
import { z } from 'zod'
import { homePath } from '../shared.ts'

declare module '@parley/server' {
  interface SettingTypes {
    /** The id of the page that is shown at `/pages/home`; '' for none. */
    pages_home: string
  }
}

const home: Setting<string> = {
  schema: z
    .string()
    .regex(/^\d{0,15}$/)
    .nullable()
    .transform((id) => (id ? String(Number(id)) : '')),
  default: '',
  refuse: (id, { forum }) =>
    id === '' || forum.tables.get('pages').withId(Number(id))
      ? undefined
      : 'pages.api.home_page_missing_message',
}

export const pageSettings: NonNullable<Extension['settings']> = { pages_home: home } as Record<
  string,
  Setting
>

/** Visitors would find nothing at `/`. */
export const pageSettingRules: NonNullable<Extension['settingRules']> = {
  pagesHome: {
    settings: ['pages_home', 'default_route'],
    refuse: (settings) =>
      settings.get('default_route') === homePath && settings.get('pages_home') === ''
        ? 'pages.api.home_page_not_chosen_message'
        : undefined,
  },
}

/** The attribute of the forum, for the administration: the id of the page that is shown at `/pages/home`. */
export const pagesHome: Field<ForumRow> = {
  json: 'string?',
  visible: (_forum, { actor }) => actor.can('administrate'),
  get: (_forum, { forum }) => forum.settings.get('pages_home') || null,
}
