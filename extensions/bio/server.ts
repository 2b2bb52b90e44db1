import { defineExtension } from '@parley/server'
import type { User } from '@parley/shared'
import { contentPlain, truncate } from '@parley/shared/markup'
import { bioColumns } from './server/columns.ts'
import { bioFields } from './server/fields.ts'
import { bioPermissions, bioPolicies } from './server/rights.ts'
import { bioSettings } from './server/settings.ts'

export type * from './shared.ts'

/** Members say a few words about themselves on their page. */
export default defineExtension({
  migrations: { '001_bio': bioColumns },
  settings: bioSettings,
  permissions: bioPermissions,
  policies: { users: bioPolicies },
  markupKinds: { bio: { leavesOut: ['img'], newTabs: true } },
  audit: { 'user.bioChanged': { text: 'bio.audit.bio_changed_text', target: 'users' } },
  resources: { users: { fields: bioFields } },
  pageDescriptions: {
    users({ data: { attributes } }) {
      const { bio, bioHtml } = attributes as Partial<User>
      return truncate(bioHtml ? contentPlain(bioHtml) : (bio ?? '').replaceAll(/\s+/g, ' '), 200) || undefined
    },
  },
  when: { suspend: () => import('./when/suspend/server.ts') },
})
