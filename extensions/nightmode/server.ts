import { defineExtension, flag } from '@parley/server'
import { pageFrame } from './server/frame.ts'
import { themePreference } from './server/preference.ts'
import { nightSettings } from './server/settings.ts'
import { sheetRoutes } from './server/sheets.ts'
import { cookieName } from './server/theme.ts'

export type * from './shared.ts'

/** Pages are light or dark: as the visitor has chosen, as their system prefers, or as the forum begins. */
export default defineExtension({
  settings: nightSettings,
  preferences: {
    fofNightMode: themePreference,
    fofNightMode_perDevice: { schema: flag(), default: false },
  },
  accountColumns: ['preferences'],
  pageCookies: { [cookieName]: { values: ['0', '1', '2'] } },
  pageFrame,
  routes: sheetRoutes,
  resources: {
    forums: {
      fields: {
        fofNightMode_autoUnsupportedFallback: {
          json: 'integer',
          get: (_forum, { forum }) => (forum.settings.get('theme_dark_mode') ? 2 : 1),
        },
      },
    },
  },
})
