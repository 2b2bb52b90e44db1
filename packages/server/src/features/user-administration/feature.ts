import { defineExtension } from '../../points/extension.ts'
import { userAdministrationActions } from './audit.ts'
import { userActionJob } from './bulk/job.ts'
import { userActionRoutes, userActionSweep } from './bulk/report.ts'
import './bulk/table.ts'
import { coreUserList } from './list/filters.ts'
import { maskedEmail } from './list/mask.ts'
import { userAdministrationMigrations } from './migrations.ts'
import { administerUsers } from './permission.ts'
import { userAdministrationRoutes } from './routes.ts'

/** Looking after users: their list of any size, and what can be done to one or to many of them. */
export const userAdministrationFeature = defineExtension({
  migrations: userAdministrationMigrations,
  affects: { user_actions: 'nothing', user_action_accounts: 'nothing' },
  permissions: { [administerUsers]: { opensAdmin: true } },
  audit: userAdministrationActions,
  resources: { users: { fields: { maskedEmail } } },
  userList: coreUserList,
  routes: [...userAdministrationRoutes, ...userActionRoutes],
  jobs: { 'users.act': userActionJob, 'user-actions.sweep': userActionSweep },
})
