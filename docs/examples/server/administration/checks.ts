import { defineExtension, storedText } from '@parley/server'

declare module '@parley/server' {
  interface SettingTypes {
    rules_address: string
  }
}

/** The dashboard of administrators and `bin/parley doctor` say when the address of the rules is missing. */
export default defineExtension({
  settings: { rules_address: { schema: storedText(), default: '' } },
  checks: {
    rules: ({ settings }) => [
      settings.get('rules_address') === ''
        ? { state: 'warn', key: 'rules.admin.checks.missing' }
        : { state: 'ok', key: 'rules.admin.checks.present' },
    ],
  },
})
