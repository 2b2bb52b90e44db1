import { DeveloperTokens, GlobalLogOut, Sessions } from './sections.tsx'
import { SecuritySections } from './slots.ts'

/** The core's sections of the security page. */
export default [
  SecuritySections.add('developerTokens', DeveloperTokens, { priority: 100 }),
  SecuritySections.add('sessions', Sessions, { priority: 90 }),
  SecuritySections.add('globalLogOut', GlobalLogOut, { priority: 80 }),
]
