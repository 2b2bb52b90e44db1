import { defineExtension } from '@parley/server'

/**
 * Administrators may choose the page of nominations as the forum's home page. Guests have the list of discussions then. The client's
 * half has its route.
 */
export default defineExtension({
  homePages: {
    '/nominations': {
      label: 'nominations.admin.basics.nominations_label',
      isOpen: ({ actor }) => !actor.isGuest,
    },
  },
})
