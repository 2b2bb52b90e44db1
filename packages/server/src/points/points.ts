import { accountsPoint } from './access/accounts.ts'
import { memoryTablesPoint } from './access/memory-tables.ts'
import { passwordCheckersPoint } from './access/password-checkers.ts'
import { permissionPartsPoint } from './access/permission-parts.ts'
import { permissionSettingsPoint } from './access/permission-settings.ts'
import { permissionsPoint } from './access/permissions.ts'
import { policiesPoint } from './access/policies.ts'
import { privacyPoint } from './access/privacy.ts'
import { checksPoint } from './checks/checks.ts'
import { fileFoldersPoint } from './context/file-folders.ts'
import { countersPoint } from './counters/counters.ts'
import type { Declared } from './declared.ts'
import { feedsPoint } from './discovery/feeds.ts'
import { sitemapPoint } from './discovery/sitemap.ts'
import { auditPoint } from './events/audit.ts'
import { afterCommitPoint, onPoint } from './events/events.ts'
import type { Extension, OrderedExtension } from './extension.ts'
import type { ExtensionPoint, Points } from './extension-point.ts'
import { commandsPoint } from './jobs/commands.ts'
import { jobsPoint } from './jobs/jobs.ts'
import { mailDriversPoint } from './notifications/mail-drivers.ts'
import { notificationsPoint } from './notifications/notifications.ts'
import { eventPostsPoint } from './posts/event-posts.ts'
import { markupPoint } from './posts/markup.ts'
import { markupKindsPoint } from './posts/markup-kinds.ts'
import { realtimePoint } from './realtime/realtime.ts'
import { forumFactsPoint } from './requests/forum-facts.ts'
import { pageDescriptionsPoint, pageFactsPoint } from './requests/page-facts.ts'
import { pageCookiesPoint, pageFramesPoint } from './requests/page-frame.ts'
import { protocolsPoint } from './requests/protocols.ts'
import { rateLimitsPoint } from './requests/rate-limits.ts'
import { routesPoint } from './requests/routes-point.ts'
import { scriptsPoint } from './requests/scripts.ts'
import { throttlesPoint } from './requests/throttles.ts'
import { viewportPoint } from './requests/viewport.ts'
import { affectsPoint } from './resources/affects.ts'
import { deletionsPoint } from './resources/deletions.ts'
import { displayNamesPoint } from './resources/display-names.ts'
import { migrationsPoint } from './resources/migrations.ts'
import { resourcesPoint } from './resources/resources.ts'
import { userListPoint } from './resources/user-list.ts'
import { servicesPoint } from './services/services.ts'
import { homePagesPoint } from './settings/home-pages.ts'
import { preferencesPoint } from './settings/preferences.ts'
import { settingRulesPoint } from './settings/setting-rules.ts'
import { settingsPoint } from './settings/settings.ts'
import { statisticsPoint } from './statistics/statistics.ts'

/** Every extension point, each behind those that it needs. A new point is a file and a line here. */
export const extensionPoints = [
  settingsPoint,
  homePagesPoint,
  settingRulesPoint,
  permissionsPoint,
  permissionPartsPoint,
  permissionSettingsPoint,
  accountsPoint,
  memoryTablesPoint,
  passwordCheckersPoint,
  displayNamesPoint,
  migrationsPoint,
  fileFoldersPoint,
  resourcesPoint,
  userListPoint,
  affectsPoint,
  policiesPoint,
  privacyPoint,
  deletionsPoint,
  onPoint,
  afterCommitPoint,
  realtimePoint,
  auditPoint,
  eventPostsPoint,
  notificationsPoint,
  preferencesPoint,
  markupPoint,
  markupKindsPoint,
  jobsPoint,
  commandsPoint,
  mailDriversPoint,
  statisticsPoint,
  checksPoint,
  countersPoint,
  rateLimitsPoint,
  throttlesPoint,
  feedsPoint,
  sitemapPoint,
  routesPoint,
  protocolsPoint,
  pageFactsPoint,
  pageDescriptionsPoint,
  pageFramesPoint,
  pageCookiesPoint,
  viewportPoint,
  scriptsPoint,
  forumFactsPoint,
  servicesPoint,
] as const

type Listed = (typeof extensionPoints)[number]

/** Names the points and sections that are declared but not in the list: a type that has to be empty. */
type Unlisted =
  | Exclude<keyof Points, Listed['name']>
  | Exclude<keyof Extension, Listed['sections'][number] | 'when'>
type HasNone<Names extends never> = Names
/** @public Only the compiler reads it. */
export type EveryPointIsListed = HasNone<Unlisted>

/** Names of the sections that a declaration may have. */
export const sectionNames: ReadonlySet<string> = new Set([
  'when',
  ...extensionPoints.flatMap(({ sections }): readonly string[] => sections),
])

/** Combines the declarations of extensions, in the given order. Throws `ExtensionError` for the first fault. */
export function combinePoints(extensions: readonly OrderedExtension[]): Points {
  const sections: Partial<Record<string, Declared<unknown>[]>> = {}
  for (const name of sectionNames as ReadonlySet<keyof Extension>) {
    sections[name] = extensions.map(({ id, declaration }) => ({ owner: id, section: declaration[name] }))
  }
  const points: Partial<Record<string, unknown>> = {}
  for (const { name, combine } of extensionPoints as readonly ExtensionPoint[]) {
    points[name] = combine(sections as never, points as never)
  }
  return points as unknown as Points
}
