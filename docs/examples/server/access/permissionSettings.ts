import { defineExtension, storedChoice } from '@parley/server'

declare module '@parley/server' {
  interface SettingTypes {
    nominations_by: 'author' | 'everyone'
  }
}

/** A row of the permission grid that is a choice, because the groups of a user do not decide it. */
export default defineExtension({
  settings: {
    nominations_by: { schema: storedChoice(['author', 'everyone']), default: 'everyone' },
  },
  permissionSettings: {
    nominations_by: {
      section: 'reply',
      label: 'nominations.admin.permissions.by_label',
      choices: [
        { value: 'author', label: 'nominations.admin.permissions.by_author_label' },
        { value: 'everyone', label: 'nominations.admin.permissions.by_everyone_label' },
      ],
    },
  },
})
