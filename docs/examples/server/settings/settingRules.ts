import { defineExtension, storedText } from '@parley/server'

declare module '@parley/server' {
  interface SettingTypes {
    nominations_open: string
    nominations_close: string
  }
}

const day = { schema: storedText({ max: 10 }), default: '' }

/** Nominations cannot close before they open. A change of one of both days is refused with 422 otherwise. */
export default defineExtension({
  settings: { nominations_open: day, nominations_close: day },
  settingRules: {
    nominationDays: {
      settings: ['nominations_open', 'nominations_close'],
      refuse(settings) {
        const [open, close] = [settings.get('nominations_open'), settings.get('nominations_close')]
        return close === '' || open <= close ? undefined : 'nominations.admin.settings.days_message'
      },
    },
  },
})
