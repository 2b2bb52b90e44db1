import { DeveloperTokens, GlobalLogOut, Sessions } from './sections.tsx'
import { SecuritySections } from './slots.ts'

/** What the core shows about an account's security. */
export default [
  SecuritySections.add('developerTokens', DeveloperTokens, 100),
  SecuritySections.add('sessions', Sessions, 90),
  SecuritySections.add('globalLogOut', GlobalLogOut, 80),
]
