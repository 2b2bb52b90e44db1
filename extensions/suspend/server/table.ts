export { isSuspended } from '../contract/server.ts'

/** Why a suspended account has only a guest's rights. */
export const suspended = { key: 'suspend.admin.why.suspended' }
