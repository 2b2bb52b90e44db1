import { composerFeature } from './composer/feature.ts'
import { discussionsFeature } from './discussions/feature.ts'
import type { ClientExtension } from './extension.ts'
import { sessionFeature } from './session/feature.tsx'
import { usersFeature } from './users/feature.ts'

/** The features of the core, declared like extensions. */
export const coreFeatures: readonly ClientExtension[] = [
  { resources: ['forums', 'users', 'groups', 'discussions', 'posts'] },
  sessionFeature,
  discussionsFeature,
  usersFeature,
  composerFeature,
]
