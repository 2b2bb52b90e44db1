import { z } from 'zod'
import { type Bound, prepareQuery } from '../../engine/jsonapi/prepared-queries.ts'
import { isVisible, loadRows, rememberRows } from '../../engine/jsonapi/rows.ts'
import { flag, text } from '../../infrastructure/schema/values.ts'
import type { Context } from '../../points/context/context.ts'
import { defineExtension } from '../../points/extension.ts'
import { keepAccountChange, prepareAccountChange, setGroups } from '../accounts/change-account.ts'
import { deleteUser, deletionOfUsers } from '../accounts/delete-user.ts'
import { byPosition } from '../groups/position.ts'
import { rateLimitedAddress } from '../registration/refused-names.ts'
import {
  abandonRegistration,
  prepareRegistration,
  type Registration,
  register,
} from '../registration/register.ts'
import { sessionRoutes } from '../sessions/session-routes.ts'
import { userActions, userListeners } from './audit.ts'
import { userFields } from './fields.ts'
import { hasEmail, idOfUserSlug } from './find.ts'
import { displayNameForm, profileAddressForm } from './forms.ts'
import { isMember } from './membership.ts'
import { userMigrations } from './migrations.ts'
import { userSubject } from './page-facts.ts'
import { verifyPassword } from './passwords.ts'
import { userPermissions } from './permissions.ts'
import { userPolicies } from './policies.ts'
import { usersByBeginning } from './search.ts'
import type { UserRow } from './table.ts'

declare module '../../infrastructure/limits/rate-limit-names.ts' {
  interface RateLimitNames {
    failedLoginsPerName: true
    failedLoginsPerAccount: true
    failedLoginsPerAddress: true
    registrationsPerAddress: true
    refusedNamesPerAddress: true
  }
}

declare module '../../points/settings/setting-types.ts' {
  interface SettingTypes {
    'slug_driver_Flarum\\User\\User': string | null
    display_name_driver: string | null
  }
}

const setting = z.string().nullable()

/** The form of one's own document and of those of others (api-core 2.2). */
const ownFormOrFull = (user: UserRow, { actor }: Context) =>
  actor.account?.id === user.id ? 'current' : 'full'

/** Accounts: registering, logging in, profiles. */
export const usersFeature = defineExtension({
  migrations: userMigrations,
  affects: {
    'users.marked_all_as_read_at': 'nothing',
    'users.password': 'nothing',
    'users.read_notifications_at': 'nothing',
    // Pages may show a time of the last visit that is a minute old.
    'users.last_seen_at': 'nothing',
  },
  settings: {
    'slug_driver_Flarum\\User\\User': { schema: setting, default: 'default', form: profileAddressForm },
    display_name_driver: { schema: setting, default: 'username', form: displayNameForm },
  },
  permissions: userPermissions,
  passwordCheckers: {
    // Undefined for a wrong password: another checker may still accept it.
    standard: async (password, account) => (await verifyPassword(password, account.password)) || undefined,
  },
  preferences: {
    discloseOnline: { schema: flag(), default: true },
    indexProfile: { schema: flag(), default: true },
    locale: { schema: z.string().max(20).nullable(), default: null },
  },
  policies: { users: userPolicies },
  audit: userActions,
  on: userListeners,
  deletions: { users: deletionOfUsers },
  pageFacts: { users: userSubject },
  rateLimits: {
    failedLoginsPerName: { points: 20, seconds: 900 },
    failedLoginsPerAccount: { points: 20, seconds: 900 },
    failedLoginsPerAddress: { points: 200, seconds: 900 },
    registrationsPerAddress: { points: 60, seconds: 3600 },
    refusedNamesPerAddress: { points: 120, seconds: 3600 },
  },
  throttles: {
    registrations: {
      endpoints: ['users.create'],
      // Only checks the limit; `prepareRegistration` counts the registration once its fields are valid.
      wait(context) {
        const address = rateLimitedAddress(context)
        return address === undefined
          ? undefined
          : context.forum.rateLimits.wait('registrationsPerAddress', address)
      },
    },
  },
  routes: sessionRoutes,
  resources: {
    users: {
      table: 'users',
      deletedInBatches: true,
      forms: ['basic', 'full', 'current'],
      fields: userFields,
      abilities: ['edit', 'editCredentials', 'editGroups', 'delete'],
      attach: attachGroupIds,
      relations: {
        groups: {
          to: 'groups',
          many: true,
          load: loadGroups,
          write: {
            at: 'update',
            ability: 'editGroups',
            set: (groups, user, context) =>
              setGroups(
                groups.map(({ id }) => id),
                user,
                context,
              ),
          },
        },
      },
      filters: {
        email: {
          value: 'text',
          where: (eb, email, { actor }) => (actor.can('user.edit') ? hasEmail(eb, email) : undefined),
        },
        group: { value: 'texts', where: (eb, groups, context) => isMember(eb, groups, context) },
      },
      search: {
        gambits: {
          email: { filter: 'email', accepts: (_email, { actor }) => actor.can('user.edit') },
          group: { filter: 'group' },
        },
        text: usersByBeginning,
      },
      sorts: {
        username: 'username',
        commentCount: 'comment_count',
        discussionCount: 'discussion_count',
        lastSeenAt: {
          column: 'last_seen_at',
          nullable: true,
          allowed: ({ actor }) => actor.can('user.viewLastSeenAt'),
        },
        joinedAt: { column: 'joined_at', nullable: true },
      },
      endpoints: {
        index: { ability: 'searchUsers', include: { default: ['groups'] } },
        show: { form: ownFormOrFull, findBySlug: idOfUserSlug, include: { default: ['groups'] } },
        create: {
          form: () => 'current',
          describes: {
            requires: ['username'],
            ignores: ['preferences', 'markedAllAsReadAt'],
            attributes: { token: text().describe('Registration token of a log-in at another site.') },
          },
          // The last two can be set only on existing accounts.
          fields: ['username', 'email', 'password', 'isEmailConfirmed', 'preferences', 'markedAllAsReadAt'],
          prepare: prepareRegistration,
          run: (_input, context, prepared) => register(prepared as Registration, context),
          abandon: abandonRegistration,
        },
        update: {
          form: ownFormOrFull,
          include: { default: ['groups'] },
          describes: {
            meta: {
              password: text().describe('The current password, required to change one’s own address.'),
            },
          },
          prepare: prepareAccountChange,
          check: (_user, _input, context, prepared) => keepAccountChange(prepared, context),
        },
        delete: { ability: 'delete', run: deleteUser },
      },
    },
  },
})

/** Loads memberships, and caches their groups, which most answers include. */
async function attachGroupIds(users: UserRow[], context: Context): Promise<void> {
  const memberships = await groupsOfUsers(context, { userIds: users.map(({ id }) => id) })
  const groups = memberships.map(({ user_id: _, ...group }) => group)
  rememberRows(
    context,
    'groups',
    groups.flatMap(({ visible, ...group }) => (visible === 1 ? [group] : [])),
    groups.flatMap(({ visible, id }) => (visible === 1 ? [] : [id])),
  )
  for (const user of users) {
    user.group_ids = memberships.filter(({ user_id }) => user_id === user.id).map(({ id }) => id)
  }
}

const groupsOfUsers = prepareQuery((context, { userIds }: Bound<{ userIds: readonly number[] }>) => {
  const { dialect } = context.forum.database
  return context.db
    .selectFrom('group_user')
    .innerJoin('groups', 'groups.id', 'group_user.group_id')
    .selectAll('groups')
    .select((eb) => [
      'group_user.user_id',
      eb.case().when(isVisible(context, 'groups')).then(eb.lit(1)).else(eb.lit(0)).end().as('visible'),
    ])
    .where((eb) => dialect.idIn(eb.ref('group_user.user_id'), userIds))
    .where('groups.deleted_at', 'is', null)
    .orderBy('groups.id')
})

async function loadGroups(users: readonly UserRow[], context: Context) {
  const groups = await loadRows(
    context,
    'groups',
    users.flatMap(({ group_ids }) => group_ids),
  )
  return new Map(
    users.map(({ id, group_ids }) => [
      id,
      group_ids.flatMap((groupId) => groups.get(groupId) ?? []).toSorted(byPosition),
    ]),
  )
}
