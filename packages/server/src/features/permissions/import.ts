import type { FileGroup, ImportChoices, ImportPlan, PermissionFile } from '@parley/shared'
import { findRowForUpdate, resourceOf } from '../../engine/jsonapi/rows.ts'
import { applyChanges } from '../../engine/jsonapi/writes/change-row.ts'
import { recordConfigurationChange } from '../../infrastructure/configuration.ts'
import { type Problem, validationError } from '../../infrastructure/errors.ts'
import { type Context, translatorOf, type WriteContext } from '../../points/context/context.ts'
import { createGroup } from '../groups/change-group.ts'
import { changedMeanwhile, setPermissions } from './grants.ts'
import { planImport } from './plan.ts'

/**
 * Carries out an import: all of it or nothing.
 * @param version the `version` of the plan that the administrator saw: 409 if the forum changed since.
 * @throws 422 for what the plan reports as unknown or as a problem.
 */
export async function importPermissions(
  file: PermissionFile,
  choices: ImportChoices,
  context: WriteContext,
  version?: string,
): Promise<ImportPlan> {
  // Its lock keeps other changes of permissions out while the plan is made.
  await recordConfigurationChange(context.db)
  const { plan, grants } = await planImport(file, choices, context)
  if (version !== undefined && version !== plan.version) throw changedMeanwhile(context)
  const problems = refusalsOf(plan, context)
  if (problems.length > 0) throw validationError({ problems })
  const created = new Map<number, number>()
  for (const group of plan.createdGroups) {
    const input = { attributes: attributesOf(group), relationships: {}, meta: {} }
    created.set(-group.id, (await createGroup(input, context)).id)
  }
  for (const { id, fileId } of plan.changedGroups) {
    const group = file.groups.find((each) => each.id === fileId)
    const row = await findRowForUpdate(context, 'groups', id)
    if (group)
      await applyChanges(context, resourceOf(context, 'groups'), row, { attributes: attributesOf(group) })
  }
  await setPermissions(
    context,
    grants.map(({ permission, groupIds }) => ({
      permission,
      groupIds: groupIds.map((id) => created.get(id) ?? id),
    })),
  )
  return { ...plan, isApplied: true }
}

function attributesOf({ id: _, ...attributes }: FileGroup): Record<string, unknown> {
  return attributes
}

function refusalsOf(plan: ImportPlan, context: Context): Problem[] {
  const translate = translatorOf(context)
  const details = [
    ...plan.unknownGroups.map(({ namePlural }) =>
      translate('core.admin.permissions.unknown_group_message', { group: namePlural }),
    ),
    ...plan.unknownPermissions.map(({ label }) =>
      translate('core.admin.permissions.unknown_permission_message', { permission: label }),
    ),
    ...plan.problems,
  ]
  return details.map((detail) => ({ detail, pointer: '/data/attributes/file' }))
}
