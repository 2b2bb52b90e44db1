import { defineExtension } from '@parley/server'
import { isNewcomer } from './newcomer.ts'

/** Marks newcomers. While Kudos is enabled, they thank whoever replies to them first. */
export default defineExtension({
  resources: { users: { fields: { isNewcomer: { get: isNewcomer, json: 'boolean' } } } },
  when: { kudos: () => import('./when/kudos/server.ts') },
})
