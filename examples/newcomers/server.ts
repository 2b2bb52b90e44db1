import { defineExtension } from '@parley/server'
import { isNewcomer } from './newcomer.ts'

/** Marks newcomers. While Kudos is enabled, they thank the author of the first reply to them. */
export default defineExtension({
  resources: { users: { fields: { isNewcomer: { get: isNewcomer, json: 'boolean' } } } },
  when: { kudos: () => import('./when/kudos/server.ts') },
})
