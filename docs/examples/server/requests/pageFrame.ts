import { defineExtension } from '@parley/server'

declare module '@parley/server' {
  interface SettingTypes {
    nominations_per_day: number
  }
}

declare module '@parley/shared' {
  interface PageBoot {
    'nominations.state'?: string
  }
}

/** Themes style `[data-nominations]`, and the client reads `app.boot['nominations.state']`. */
export default defineExtension({
  pageFrame: ({ forum }) => {
    const state = forum.settings.get('nominations_per_day') > 0 ? 'open' : 'closed'
    return {
      attributes: { 'data-nominations': state },
      head: { nominations: [{ meta: { name: 'nominations', content: state } }] },
      payload: { 'nominations.state': state },
    }
  },
})
