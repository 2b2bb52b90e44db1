import { defineExtension } from '@parley/server'
import { pageActions } from './server/audit.ts'
import { pageDescriptions, pagesInSitemap } from './server/discovery.ts'
import { isHomeOpen } from './server/find.ts'
import { pagesLinks } from './server/links.ts'
import { previewRoute } from './server/preview-route.ts'
import { pagesResource } from './server/resource.ts'
import { pagePermissions, pagePolicies } from './server/rights.ts'
import { pageSettingRules, pageSettings, pagesHome } from './server/settings.ts'
import { type PageRow, pagesInMemory, pagesMigration } from './server/table.ts'
import { pageChanged } from './server/write.ts'
import { homePath } from './shared.ts'

export type * from './shared.ts'

/** Administrators write pages of the forum's own: an imprint, rules, a home page. */
export default defineExtension({
  migrations: { '001_pages': pagesMigration },
  memoryTables: { pages: pagesInMemory },
  permissions: pagePermissions,
  policies: { pages: pagePolicies },
  settings: pageSettings,
  settingRules: pageSettingRules,
  homePages: { [homePath]: { label: 'pages.admin.basics.home_label', isOpen: isHomeOpen } },
  audit: pageActions,
  sitemap: { pages: pagesInSitemap },
  pageDescriptions,
  routes: [previewRoute],
  pageFrame({ forum }, area) {
    const home = forum.settings.get('pages_home')
    return { payload: area === undefined && home !== '' ? { 'fof-pages.home': home } : {} }
  },
  on: {
    'resource.changed': ({ type, change }, context) =>
      type === 'pages' && change
        ? pageChanged(change.before as PageRow, change.after as PageRow, context)
        : undefined,
  },
  resources: {
    pages: pagesResource,
    forums: { fields: { pagesLinks, pagesHome } },
  },
})
