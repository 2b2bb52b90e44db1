import { deletionFeature } from '../engine/deletion/feature.ts'
import { requestJobs, requestMigrations } from '../engine/http/idempotency/idempotency-keys.ts'
import { openApiFeature } from '../engine/openapi/feature.ts'
import { queueFeature } from '../engine/queue/feature.ts'
import { accessTokensFeature } from '../features/access-tokens/feature.ts'
import { accountsFeature } from '../features/accounts/feature.ts'
import { adminFeature } from '../features/admin/feature.ts'
import { viewAsFeature } from '../features/admin/view-as/feature.ts'
import { appearanceFeature } from '../features/appearance/feature.ts'
import { auditFeature } from '../features/audit/feature.ts'
import { avatarsFeature } from '../features/avatars/feature.ts'
import { countersFeature } from '../features/counters/feature.ts'
import { dashboardFeature } from '../features/dashboard/feature.ts'
import { feedsFeature } from '../features/discovery/feeds/feature.ts'
import { sitemapFeature } from '../features/discovery/sitemap/feature.ts'
import { discussionsFeature } from '../features/discussions/feature.ts'
import { extensionsFeature } from '../features/extensions/feature.ts'
import { externalLogInFeature } from '../features/external-log-in/feature.ts'
import { groupsFeature } from '../features/groups/feature.ts'
import { mailFeature } from '../features/mail/feature.ts'
import { notificationsFeature } from '../features/notifications/feature.ts'
import { permissionsFeature } from '../features/permissions/feature.ts'
import { postsFeature } from '../features/posts/feature.ts'
import { searchFeature } from '../features/search/feature.ts'
import { settingsFeature } from '../features/settings/feature.ts'
import { statisticsFeature } from '../features/statistics/feature.ts'
import { userAdministrationFeature } from '../features/user-administration/feature.ts'
import { usersFeature } from '../features/users/feature.ts'
import type { OrderedExtension } from '../points/extension.ts'

/** The features of the core, in the order of their migrations. */
export const features: readonly OrderedExtension[] = [
  { id: 'settings', declaration: settingsFeature },
  { id: 'queue', declaration: queueFeature },
  { id: 'deletion', declaration: deletionFeature },
  { id: 'mail', declaration: mailFeature },
  { id: 'users', declaration: usersFeature },
  { id: 'groups', declaration: groupsFeature },
  { id: 'access-tokens', declaration: accessTokensFeature },
  { id: 'accounts', declaration: accountsFeature },
  {
    id: 'requests',
    declaration: {
      migrations: requestMigrations,
      affects: { idempotency_keys: 'nothing' },
      jobs: requestJobs,
    },
  },
  { id: 'external-log-in', declaration: externalLogInFeature },
  { id: 'discussions', declaration: discussionsFeature },
  { id: 'posts', declaration: postsFeature },
  { id: 'avatars', declaration: avatarsFeature },
  { id: 'appearance', declaration: appearanceFeature },
  { id: 'permissions', declaration: permissionsFeature },
  { id: 'admin', declaration: adminFeature },
  { id: 'user-administration', declaration: userAdministrationFeature },
  { id: 'view-as', declaration: viewAsFeature },
  { id: 'extensions', declaration: extensionsFeature },
  { id: 'notifications', declaration: notificationsFeature },
  { id: 'feeds', declaration: feedsFeature },
  { id: 'sitemap', declaration: sitemapFeature },
  { id: 'counters', declaration: countersFeature },
  { id: 'search', declaration: searchFeature },
  // Behind the tables that it counts: its migration reads them.
  { id: 'statistics', declaration: statisticsFeature },
  { id: 'dashboard', declaration: dashboardFeature },
  { id: 'openapi', declaration: openApiFeature },
  { id: 'audit', declaration: auditFeature },
]
