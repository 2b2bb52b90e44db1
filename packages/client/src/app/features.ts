import { composerFeature } from '../features/composer/feature.ts'
import { discussionPageFeature } from '../features/discussion-page/feature.ts'
import { discussionsFeature } from '../features/discussions/feature.ts'
import { draftsFeature } from '../features/drafts/feature.ts'
import { keyboardFeature } from '../features/keyboard/feature.ts'
import { languagesFeature } from '../features/languages/feature.ts'
import { noticesFeature } from '../features/notices/feature.ts'
import { notificationsFeature } from '../features/notifications/feature.ts'
import { postsFeature } from '../features/posts/feature.ts'
import { searchFeature } from '../features/search/feature.ts'
import { securityFeature } from '../features/security/feature.ts'
import { sessionFeature } from '../features/session/feature.tsx'
import { settingsFeature } from '../features/settings/feature.ts'
import { usersFeature } from '../features/users/feature.ts'
import { writingFeature } from '../features/writing/feature.ts'
import type { ClientExtension } from '../points/extension.ts'

/** The features of the core, declared like extensions. */
export const coreFeatures: readonly ClientExtension[] = [
  { resources: ['forums', 'users', 'groups', 'discussions', 'posts', 'notifications'] },
  keyboardFeature,
  sessionFeature,
  languagesFeature,
  discussionsFeature,
  discussionPageFeature,
  postsFeature,
  usersFeature,
  searchFeature,
  notificationsFeature,
  composerFeature,
  draftsFeature,
  noticesFeature,
  settingsFeature,
  securityFeature,
  writingFeature,
]
