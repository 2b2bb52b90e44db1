import { UserTabs } from '../users/slots.ts'
import { SecurityTab } from './SecurityTab.tsx'

/** The security tab of users' pages. */
export default [UserTabs.add('security', SecurityTab, { priority: 70 })]
