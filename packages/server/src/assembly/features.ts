import { accessTokensFeature } from '../access-tokens/feature.ts'
import { accountsFeature } from '../accounts/feature.ts'
import { adminFeature } from '../admin/feature.ts'
import { appearanceFeature } from '../appearance/feature.ts'
import { avatarsFeature } from '../avatars/feature.ts'
import { deletionFeature } from '../deletion/feature.ts'
import { discussionsFeature } from '../discussions/feature.ts'
import type { OrderedExtension } from '../extension.ts'
import { externalLogInFeature } from '../external-log-in/feature.ts'
import { feedsFeature } from '../feeds/feature.ts'
import { groupsFeature } from '../groups/feature.ts'
import { requestJobs, requestMigrations } from '../http/idempotency-keys.ts'
import { mailFeature } from '../mail/feature.ts'
import { notificationsFeature } from '../notifications/feature.ts'
import { openApiFeature } from '../openapi/feature.ts'
import { postsFeature } from '../posts/feature.ts'
import { queueFeature } from '../queue/feature.ts'
import { searchFeature } from '../search/feature.ts'
import { settingsFeature } from '../settings/feature.ts'
import { sitemapFeature } from '../sitemap/feature.ts'
import { usersFeature } from '../users/feature.ts'

/** What the core is made of, in the order of its migrations. */
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
  { id: 'admin', declaration: adminFeature },
  { id: 'notifications', declaration: notificationsFeature },
  { id: 'feeds', declaration: feedsFeature },
  { id: 'sitemap', declaration: sitemapFeature },
  { id: 'search', declaration: searchFeature },
  { id: 'openapi', declaration: openApiFeature },
]
