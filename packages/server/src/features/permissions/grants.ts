import { z } from 'zod'
import { recordConfigurationChange } from '../../infrastructure/configuration.ts'
import type { Queries } from '../../infrastructure/db/tables.ts'
import { conflict, type Problem, validationError } from '../../infrastructure/errors.ts'
import { problemOf, readFields } from '../../infrastructure/schema/problems.ts'
import { type FailedRule, text, wholeNumber } from '../../infrastructure/schema/values.ts'
import { administrators, everyone } from '../../points/context/actor.ts'
import { type Context, translatorOf, type WriteContext } from '../../points/context/context.ts'
import { writeAuditEntry } from '../audit/write-entry.ts'
import { recordedName } from '../groups/audit.ts'
import { permissionLabel } from './labels.ts'
import { declarationOf } from './parts.ts'

/** A permission and all groups that hold it. */
export interface PermissionGroups {
  permission: string
  groupIds: readonly number[]
}

const idList = z
  .unknown()
  .transform((value, context) => {
    const ids = z.array(wholeNumber({ min: 1 })).safeParse(value)
    if (ids.success) return [...new Set(ids.data)]
    const rule = value === undefined || value === null ? 'required' : 'array'
    context.addIssue({ code: 'custom', params: { rule } satisfies FailedRule })
    return z.NEVER
  })
  .meta({ type: 'array', items: { type: 'integer', minimum: 1 } })

/** The name of a permission, declared or not. */
export const permissionName: z.ZodType<string> = text({
  max: 100,
  rules: [{ rule: 'regex', test: (name) => /^[A-Za-z0-9_.:/\\-]+$/.test(name) }],
}).meta({ pattern: '^[A-Za-z0-9_.:/\\\\-]+$' })

/** The input of `POST /api/permission`. */
export const permissionGroups: { permission: z.ZodType<string>; groupIds: z.ZodType<number[]> } = {
  permission: permissionName,
  groupIds: idList,
}

/** Reads a permission and its new groups from a request; 422 for invalid values (api-core 3.10, D2). */
export function readPermissionGroups(
  sent: Readonly<Record<string, unknown>>,
  context: Context,
): PermissionGroups {
  return readFields(permissionGroups, sent, translatorOf(context))
}

/** Reads the stored groups of every permission, by ascending id. */
export async function readGrants(db: Queries): Promise<Map<string, number[]>> {
  const rows = await db
    .selectFrom('group_permission')
    .select(['permission', 'group_id'])
    .orderBy('permission')
    .orderBy('group_id')
    .execute()
  const grants = new Map<string, number[]>()
  for (const { permission, group_id } of rows) {
    const ids = grants.get(permission)
    if (ids) ids.push(group_id)
    else grants.set(permission, [group_id])
  }
  return grants
}

/** The version of a permission's groups: another text whenever other groups hold it. */
export function versionOf(groupIds: readonly number[]): string {
  return `groups:${groupIds.toSorted((a, b) => a - b).join(',')}`
}

/**
 * Grants each permission to exactly these groups; administrators hold all permissions implicitly. Takes effect when the
 * transaction commits.
 * @param version the version of the groups that the actor saw, for a single permission: 409 if they changed since.
 * @throws 422 for groups that do not exist, and for everyone where guests may not hold the permission.
 */
export async function setPermissions(
  context: WriteContext,
  rows: readonly PermissionGroups[],
  version?: string,
): Promise<void> {
  const { db, forum } = context
  await recordConfigurationChange(db)
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'name_plural'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const existing = new Set(groups.map(({ id }) => id))
  const problems = rows.flatMap((row) => problemsOfGrant(row, existing, context))
  if (problems.length > 0) throw validationError({ problems })
  if (version !== undefined) await checkVersion(context, rows, version)
  for (const { permission, groupIds } of rows) {
    const revoked = await db
      .deleteFrom('group_permission')
      .where('permission', '=', permission)
      .returning('group_id')
      .execute()
    const granted = groupIds.filter((id) => id !== administrators)
    if (granted.length > 0)
      await db
        .insertInto('group_permission')
        .values(granted.map((group_id) => ({ group_id, permission })))
        .execute()
    // Marks the permission as known, so that an extension that declares it later does not grant its defaults.
    await db
      .insertInto('known_permissions')
      .values({ permission })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const namesOf = (ids: readonly number[]) =>
      groups.filter(({ id }) => ids.includes(id)).map((group) => recordedName(group, context))
    await writeAuditEntry(context, 'permission.changed', {
      target: { id: permission, name: permission },
      changes: { groups: [namesOf(revoked.map(({ group_id }) => group_id)), namesOf(granted)] },
    })
  }
  context.afterCommit(() => forum.reload())
}

/** Describes why a permission cannot be granted to these groups. */
export function problemsOfGrant(
  { permission, groupIds }: PermissionGroups,
  existing: ReadonlySet<number>,
  context: Context,
): Problem[] {
  const translate = translatorOf(context)
  const problems: Problem[] = []
  if (groupIds.some((id) => !existing.has(id))) problems.push(problemOf('exists', 'groupIds', translate))
  const declared = declarationOf(permission, context)
  // An undeclared permission belongs to an extension that is not enabled.
  const isForGuests = !declared || declared.guests
  if (groupIds.includes(everyone) && !isForGuests) {
    const label = permissionLabel(permission, context)
    const detail = translate('core.admin.permissions.not_for_guests_message', { permission: label })
    problems.push({ detail, pointer: '/data/attributes/groupIds' })
  }
  return problems
}

async function checkVersion(
  context: WriteContext,
  rows: readonly PermissionGroups[],
  version: string,
): Promise<void> {
  const grants = await readGrants(context.db)
  if (rows.every(({ permission }) => versionOf(grants.get(permission) ?? []) === version)) return
  throw changedMeanwhile(context)
}

/** The 409 for a change of permissions that another administrator changed since they were loaded. */
export function changedMeanwhile(context: Context): Error {
  const detail = translatorOf(context)('core.admin.permissions.changed_meanwhile_message')
  return conflict({ problems: [{ detail }] })
}
