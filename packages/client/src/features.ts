import { composerFeature } from './composer/feature.ts'
import type { ClientExtension } from './extension.ts'
import { sessionFeature } from './session/feature.tsx'

/** The features of the core, declared like extensions. */
export const coreFeatures: readonly ClientExtension[] = [
  { resources: ['forums', 'users', 'groups', 'discussions', 'posts'] },
  sessionFeature,
  composerFeature,
]
