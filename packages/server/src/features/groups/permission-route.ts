import { z } from 'zod'
import { recordConfigurationChange } from '../../infrastructure/configuration.ts'
import { validationError } from '../../infrastructure/errors.ts'
import { problemOf, readFields } from '../../infrastructure/schema/problems.ts'
import { type FailedRule, text, wholeNumber } from '../../infrastructure/schema/values.ts'
import { administrators, requireAdministrator } from '../../points/context/actor.ts'
import { type Context, translatorOf, type WriteContext } from '../../points/context/context.ts'
import type { Route } from '../../points/requests/routes.ts'

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

const schemas = {
  permission: text({
    max: 100,
    rules: [{ rule: 'regex', test: (name) => /^[A-Za-z0-9_.:/\\-]+$/.test(name) }],
  }).meta({ pattern: '^[A-Za-z0-9_.:/\\\\-]+$' }),
  groupIds: idList,
}

/** Reads a permission and its new groups from a request; 422 for invalid values (api-core 3.10, D2). */
export function readPermissionGroups(
  sent: Readonly<Record<string, unknown>>,
  context: Context,
): PermissionGroups {
  return readFields(schemas, sent, translatorOf(context))
}

/**
 * Grants a permission to exactly these groups; administrators hold all permissions implicitly. 422 for groups that do
 * not exist. Takes effect when the transaction commits.
 */
export async function setPermission(
  context: WriteContext,
  { permission, groupIds }: PermissionGroups,
): Promise<void> {
  const { db, forum } = context
  await recordConfigurationChange(db)
  const groups = await db.selectFrom('groups').select('id').where('deleted_at', 'is', null).execute()
  const existing = new Set(groups.map(({ id }) => id))
  if (groupIds.some((id) => !existing.has(id))) {
    const problem = problemOf('exists', 'groupIds', translatorOf(context))
    throw validationError({ problems: [problem] })
  }
  await db.deleteFrom('group_permission').where('permission', '=', permission).execute()
  const rows = groupIds.filter((id) => id !== administrators).map((group_id) => ({ group_id, permission }))
  if (rows.length > 0) await db.insertInto('group_permission').values(rows).execute()
  // Marks the permission as known, so that an extension that declares it later does not grant its defaults.
  await db
    .insertInto('known_permissions')
    .values({ permission })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  context.afterCommit(() => forum.reload())
}

/** `POST /api/permission`. */
export const permissionRoute: Route = {
  method: 'POST',
  path: '/api/permission',
  describes: {
    summary: 'Grant a permission to exactly these groups',
    body: z.object(schemas),
    answers: { 204: 'empty', 403: 'error', 422: 'error' },
  },
  async run({ body }, context) {
    requireAdministrator(context)
    const granted = readPermissionGroups(body, context)
    await context.forum.write(context, (writing) => setPermission(writing, granted))
    return { status: 204, empty: true }
  },
}
