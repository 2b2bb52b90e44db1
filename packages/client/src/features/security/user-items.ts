import { UserTabs } from '../users/slots.ts'
import { SecurityTab } from './SecurityTab.tsx'

/** The way to the security page, on the pages of people. */
export default [UserTabs.add('security', SecurityTab, 70)]
