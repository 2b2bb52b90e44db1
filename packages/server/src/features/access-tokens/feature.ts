import { wireDate } from '@parley/shared'
import { currentRow, lockRow } from '../../engine/jsonapi/rows.ts'
import { createRow, planRow } from '../../engine/jsonapi/writes/create-row.ts'
import { tryAttributes } from '../../engine/jsonapi/writes/read-input.ts'
import { cleanUpJob } from '../../engine/queue/clean-up-job.ts'
import { notAuthenticated, permissionDenied, validationError } from '../../infrastructure/errors.ts'
import { text } from '../../infrastructure/schema/values.ts'
import type { Policy } from '../../points/access/policies.ts'
import { allow, deny } from '../../points/access/verdicts.ts'
import type { Actor } from '../../points/context/actor.ts'
import { type Context, translatorOf, type WriteContext } from '../../points/context/context.ts'
import { defineExtension } from '../../points/extension.ts'
import type { WriteInput } from '../../points/resources/endpoints.ts'
import { isActor, writeAuditEntry } from '../audit/write-entry.ts'
import { userTarget } from '../users/audit.ts'
import { apiKeyActions } from './api-keys.ts'
import { deviceOf } from './device.ts'
import { accessTokenMigrations } from './migrations.ts'
import { endSessionRoutes } from './session-routes.ts'
import type { AccessTokenRow } from './table.ts'
import {
  areAlive,
  deleteAccessToken,
  deleteExpiredTokens,
  hasMaximumDeveloperTokens,
  isSessionToken,
  makeToken,
  maximumTokens,
  tokenOfRow,
} from './tokens.ts'

declare module '../../points/jobs/jobs.ts' {
  interface JobTypes {
    'access-tokens.sweep': NoPayload
  }
}

const isOwner = (actor: Actor, token: AccessTokenRow) => !actor.isGuest && token.user_id === actor.id

const isModerator = (actor: Actor) => !actor.isGuest && actor.hasPermission('moderateAccessTokens')

/** For one's own tokens, with `moderateAccessTokens` for all; never for guests (api-core 4.17). */
const ownersAndModerators: Policy<AccessTokenRow, 'access_tokens'> = {
  verdict: (actor, token) => (isOwner(actor, token) || isModerator(actor) ? allow : deny),
  scope: (eb, { actor }) => isModerator(actor) || eb('access_tokens.user_id', '=', actor.id),
}

/** Access tokens: the credentials of sessions and programs. */
export const accessTokensFeature = defineExtension({
  migrations: accessTokenMigrations,
  affects: { access_tokens: 'nothing', api_keys: 'nothing' },
  permissions: {
    createAccessToken: {
      section: 'users',
      label: 'core.admin.permissions.create_access_token_label',
      order: 90,
    },
    moderateAccessTokens: {
      section: 'users',
      label: 'core.admin.permissions.moderate_access_tokens_label',
      order: 100,
    },
  },
  policies: {
    'access-tokens': { view: ownersAndModerators, revoke: ownersAndModerators },
  },
  audit: apiKeyActions,
  routes: endSessionRoutes,
  jobs: { 'access-tokens.sweep': cleanUpJob('10 * * * *', deleteExpiredTokens) },
  resources: {
    'access-tokens': {
      table: 'access_tokens',
      isPersonal: true,
      fields: {
        token: { json: 'string', load: async (tokens, context) => revealOwnTokens(tokens, context) },
        userId: { column: 'user_id', json: 'integer' },
        createdAt: { json: 'date', get: (token) => wireDate(token.created_at) },
        lastActivityAt: {
          json: 'date?',
          get: ({ last_activity_at: at }) => (at === null ? null : wireDate(at)),
        },
        isCurrent: { json: 'boolean', get: (token, { client }) => token.id === client?.sessionTokenId },
        isSessionToken: { json: 'boolean', get: isSessionToken },
        title: { column: 'title', json: 'string?', schema: text({ max: 150 }) },
        lastIpAddress: { column: 'last_ip_address', json: 'string?' },
        device: { json: 'string', get: (token, context) => deviceOf(token.last_user_agent, context) },
      },
      filters: {
        user: { value: 'integer', where: (eb, id) => eb('access_tokens.user_id', '=', id) },
      },
      endpoints: {
        index: {
          authenticated: true,
          ignoresSort: true,
          where: (eb, { now }) => areAlive(eb, now),
        },
        create: {
          authenticated: true,
          ability: 'createAccessToken',
          describes: { requires: ['title'] },
          fields: ['title'],
          run: createDeveloperToken,
        },
        delete: { authenticated: true, ability: 'revoke', run: revoke },
      },
    },
  },
})

/** Unseals the tokens that the actor may see: one's own developer tokens. */
function revealOwnTokens(tokens: readonly AccessTokenRow[], { actor, forum }: Context): Map<number, string> {
  return new Map(
    tokens.flatMap((row) => {
      const token = isOwner(actor, row) && !isSessionToken(row) && tokenOfRow(row, forum.secrets)
      return token ? [[row.id, token] as const] : []
    }),
  )
}

async function createDeveloperToken(input: WriteInput, context: WriteContext): Promise<AccessTokenRow> {
  const { db, actor, now, forum, client } = context
  const { values, problems } = tryAttributes(context, 'access-tokens', input.attributes, ['title'])
  const title = (values.title as string | undefined) ?? ''
  const { columns } = makeToken({
    userId: actor.id,
    type: 'developer',
    title,
    secrets: forum.secrets,
    now,
  })
  const planned = await planRow(context, 'access-tokens', input, { columns, problems })
  await lockRow(context, 'users', actor.id)
  // In the meantime the account may have been deleted or logged out everywhere.
  const stillExists =
    client?.accessTokenId === undefined
      ? await currentRow(context, 'users', actor.id)
      : await currentRow(context, 'access-tokens', client.accessTokenId)
  if (!stillExists) throw notAuthenticated()
  if (await hasMaximumDeveloperTokens(db, actor.id)) {
    const detail = translatorOf(context)('core.api.too_many_developer_tokens_message', {
      maximum: maximumTokens,
    })
    throw validationError({ problems: [{ detail, pointer: '/data/attributes/title' }] })
  }
  return createRow(context, planned)
}

/** Deletes a token; 403 for that of the request's own session, which ends by logging out. */
async function revoke(token: AccessTokenRow, context: WriteContext): Promise<void> {
  const { db, client } = context
  if (token.id === client?.sessionTokenId) throw permissionDenied()
  await deleteAccessToken(db, token.id)
  const owner = isActor(context, token.user_id)
    ? undefined
    : await currentRow(context, 'users', token.user_id)
  if (!owner) return
  const target = userTarget(owner, context)
  if (isSessionToken(token)) await writeAuditEntry(context, 'user.sessionEnded', { target })
  else
    await writeAuditEntry(context, 'user.tokenRevoked', { target, changes: { title: [token.title, null] } })
}
