import { type Expression, sql } from 'kysely'
import type { Queries } from '../../infrastructure/db/tables.ts'
import type { Context, WriteContext } from '../../points/context/context.ts'
import type { AuditActionName, AuditActions } from '../../points/events/audit.ts'
import { displayNameOf } from '../users/display-name.ts'
import type { UserRow } from '../users/table.ts'
import { type AuditChange, storeChanges } from './changes.ts'
import type { AuditOrigin } from './table.ts'

/** What an entry says besides who acted, when, from where and by what. */
export interface AuditFacts<Fields> {
  /** The row that the action is about, with its name as it is shown now; absent for actions on the forum as a whole. */
  target?: { id: number | string; name: string }
  /** The values of fields before and after the action. */
  changes?: { readonly [Field in keyof Fields]?: AuditChange<Fields[Field]> }
}

/**
 * Writes an entry of the audit log in the transaction of the action. The action must be declared in the section `audit`.
 * @example await writeAuditEntry(context, 'discussion.locked', { target: { id, name: title } })
 */
export function writeAuditEntry<Name extends AuditActionName>(
  context: WriteContext,
  name: Name,
  facts: AuditFacts<AuditActions[Name]>,
): Promise<void> {
  return insertAuditEntry(context.db, context, name, facts)
}

/** As `writeAuditEntry`, for transactions outside `forum.write`. */
export async function insertAuditEntry<Name extends AuditActionName>(
  db: Queries,
  context: Context,
  name: Name,
  { target, changes = {} }: AuditFacts<AuditActions[Name]>,
): Promise<void> {
  const { forum, actor, client } = context
  const action = forum.points.audit.get(name)
  if (!action) throw new Error(`No enabled extension declares the audit action '${name}'`)
  if ((action.target === undefined) !== (target === undefined))
    throw new Error(`The audit action '${name}' ${target ? 'has no' : 'needs a'} target`)
  await db
    .insertInto('audit_entries')
    .values({
      created_at: forum.database.time(),
      actor_id: actor.account?.id ?? null,
      actor_name: await actorName(db, context),
      action: name,
      target_type: action.target ?? null,
      target_id: target ? String(target.id) : null,
      target_name: target?.name.slice(0, maximumNameLength).toWellFormed() ?? null,
      ...storeChanges(name, action, forum.points, changes as Readonly<Record<string, AuditChange>>),
      ...originOf(context),
      ip_address: client?.ip ?? null,
    })
    .execute()
}

/** Whether the actor has this account. */
export function isActor({ actor }: Context, userId: number | null): boolean {
  return actor.account !== undefined && actor.account.id === userId
}

/**
 * Whether a change of an account is its owner's: also a guest's, who proves with a mailed link to be the owner, or signs
 * up. Jobs and commands own no account.
 */
export function isOwnAction(context: Context, userId: number): boolean {
  return isActor(context, userId) || (context.actor.isGuest && context.client !== undefined)
}

const maximumNameLength = 250

/** The actor's name, which the insert itself reads, unless a driver computes it. */
async function actorName(
  db: Queries,
  { actor, forum }: Context,
): Promise<string | null | Expression<string | null>> {
  if (!actor.account) return null
  const { id } = actor.account
  const usesDriver = forum.points.displayNames.has(forum.settings.get('display_name_driver') ?? '')
  if (!usesDriver) return sql<string | null>`(select username from users where id = ${id})`
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? displayNameOf(row as UserRow, forum) : null
}

function originOf({ actor, client, process }: Context): {
  origin: AuditOrigin
  credential_id: number | null
} {
  if (process) return { origin: process, credential_id: null }
  if (!client || actor.isGuest) return { origin: 'guest', credential_id: null }
  const { accessTokenId, sessionTokenId, apiKeyId } = client
  if (apiKeyId !== undefined) return { origin: 'apiKey', credential_id: apiKeyId }
  const origin = accessTokenId === sessionTokenId ? 'session' : 'token'
  return { origin, credential_id: accessTokenId ?? null }
}
