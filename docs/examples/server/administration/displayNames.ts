import { defineExtension } from '@parley/server'

/** Shows usernames with capitals. Administrators choose it as the display name of users. */
export default defineExtension({
  displayNames: {
    capitals: {
      label: 'capitals.admin.display_name_label',
      reads: ['username'],
      of: ({ username }) => username.toUpperCase(),
    },
  },
})
