import { defineExtension, storedNumber } from '@parley/server'

declare module '@parley/server' {
  interface SettingTypes {
    nominations_per_day: number
  }
}

/** A number that administrators change at /admin; code reads it by `forum.settings.get('nominations_per_day')`. */
export default defineExtension({
  settings: {
    nominations_per_day: {
      schema: storedNumber({ min: 1, max: 50 }),
      default: 3,
      form: {
        field: { kind: 'number', min: 1, max: 50 },
        label: 'nominations.admin.settings.per_day_label',
        help: 'nominations.admin.settings.per_day_text',
      },
    },
  },
})
