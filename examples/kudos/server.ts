import {
  type Actor,
  allow,
  columnCounter,
  defineExtension,
  deny,
  type Policy,
  storedFlag,
  type UserRow,
} from '@parley/server'
import { sql } from 'kysely'
import { kudos } from './contract/server.ts'
import { kudosFeed } from './feed.ts'
import { give } from './give.ts'
import { giveRoute, latestRoute } from './routes.ts'
import { settings } from './settings.ts'
import { thanks } from './table.ts'

export type * from './shared.ts'

declare module '@parley/server' {
  interface AuditActions {
    'kudos.given': Record<never, never>
  }

  interface RateLimitNames {
    kudosPerAccount: true
  }
}

/** Members thank each other. An example of what an extension can declare. */
export default defineExtension({
  migrations: { '001_thanks': thanks },
  settings,
  permissions: {
    'kudos.give': {
      default: ['member'],
      section: 'reply',
      label: 'kudos.admin.permissions.give_label',
      requires: ['viewForum'],
      ability: { type: 'users', name: 'giveKudos' },
    },
  },
  policies: { users: { giveKudos: giveKudos() } },
  audit: { 'kudos.given': { text: 'kudos.audit.given_text', target: 'users' } },
  statistics: {
    kudos: { label: 'kudos.admin.title', rows: { table: 'thanks', time: 'created_at' } },
  },
  counters: [
    columnCounter('users', 'kudos_count', {
      kudos_count: sql`(select count(*) from thanks where thanks.user_id = users.id)`,
    }),
  ],
  rateLimits: { kudosPerAccount: { points: 100, seconds: 3600 } },
  feeds: { '/atom/kudos': kudosFeed },
  checks: {
    kudos: ({ settings }) =>
      settings.get('kudos_reasons').length > 0 ? [] : [{ state: 'warn', key: 'kudos.admin.checks.reasons' }],
  },
  resources: {
    users: {
      abilities: ['giveKudos'],
      fields: {
        kudosCount: {
          column: 'kudos_count',
          json: 'integer',
          visible: (_user, { actor, forum }) =>
            forum.settings.get('kudos_is_public') || actor.can('administrate'),
        },
      },
    },
  },
  userList: {
    sorts: {
      kudosCount: { column: 'kudos_count', labels: { descending: 'kudos.admin.most_text' } },
    },
    filters: {
      hasKudos: { schema: storedFlag(), where: (eb, has) => eb('users.kudos_count', has ? '>' : '=', 0) },
    },
  },
  routes: [giveRoute, latestRoute],
  services: [kudos.provide({ give })],
})

/** Who has the permission thanks members of the chosen groups, or of any group if none is chosen. */
function giveKudos(): Policy<UserRow, 'users'> {
  const chosenGroups = ({ rules }: Actor) => rules.settings.get('kudos_groups')
  return {
    verdict(actor, { group_ids }) {
      const groups = chosenGroups(actor)
      const isChosen = groups.length === 0 || group_ids.some((id) => groups.includes(String(id)))
      return isChosen && actor.can('kudos.give') ? allow : deny
    },
    scope(eb, { actor }) {
      const groups = chosenGroups(actor)
      if (!actor.can('kudos.give')) return false
      if (groups.length === 0) return true
      return eb.exists(
        eb
          .selectFrom('group_user')
          .innerJoin('groups', 'groups.id', 'group_user.group_id')
          .select('group_user.user_id')
          .whereRef('group_user.user_id', '=', 'users.id')
          .where('groups.deleted_at', 'is', null)
          .where('group_user.group_id', 'in', groups.map(Number)),
      )
    },
  }
}
