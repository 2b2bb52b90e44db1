import { defineExtension } from '@parley/server'

/** Guests choose how dense lists are: the cache keeps a page for each value of the cookie. */
export default defineExtension({
  pageCookies: { nominations_density: { values: ['dense', 'wide'] } },
  pageFrame: ({ cookies }) => ({ attributes: { 'data-density': cookies?.nominations_density ?? null } }),
})
