import { defineExtension } from '@parley/server'

/** Administrators may choose the page of nominations as the forum's home page. The client's half has its route. */
export default defineExtension({
  homePages: { '/nominations': { label: 'nominations.admin.basics.nominations_label' } },
})
