import { composerFeature } from './composer/feature.ts'
import { discussionPageFeature } from './discussion-page/feature.ts'
import { discussionsFeature } from './discussions/feature.ts'
import type { ClientExtension } from './extension.ts'
import { keyboardFeature } from './keyboard/feature.ts'
import { languagesFeature } from './languages/feature.ts'
import { noticesFeature } from './notices/feature.ts'
import { notificationsFeature } from './notifications/feature.ts'
import { postsFeature } from './posts/feature.ts'
import { searchFeature } from './search/feature.ts'
import { securityFeature } from './security/feature.ts'
import { sessionFeature } from './session/feature.tsx'
import { settingsFeature } from './settings/feature.ts'
import { usersFeature } from './users/feature.ts'
import { writingFeature } from './writing/feature.ts'

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
  noticesFeature,
  settingsFeature,
  securityFeature,
  writingFeature,
]
