import type { PermissionFile } from '@parley/shared'
import { z } from 'zod'
import { type Problem, validationError } from '../../infrastructure/errors.ts'
import { problemsOf } from '../../infrastructure/schema/problems.ts'
import { flag, text, wholeNumber } from '../../infrastructure/schema/values.ts'
import { type Context, translatorOf } from '../../points/context/context.ts'
import { permissionName, readGrants } from './grants.ts'
import { selectGroups } from './overview.ts'
import { partsOfNames } from './parts.ts'
import { toFileGroup } from './plan.ts'

const id = wholeNumber({ min: 1 })
const optionalText = (max: number) => text({ required: false, max })

/** The file of exported permissions. Its ids name the groups and parts of the file; other forums have other ids. */
export const permissionFile = z.object({
  parley: z.literal('permissions'),
  version: z.literal(1),
  groups: z
    .array(
      z.object({
        id,
        nameSingular: text({ max: 100 }),
        namePlural: text({ max: 100 }),
        color: optionalText(20),
        icon: optionalText(100),
        isHidden: flag(),
      }),
    )
    .max(1000),
  parts: z
    .array(z.object({ kind: text({ max: 100 }), id, name: text({ max: 1000 }) }))
    .max(10_000)
    .optional(),
  permissions: z.array(z.object({ name: permissionName, groups: z.array(id).max(1000) })).max(5000),
})

/** Reads the groups and permissions of the forum as a file, with the stored names of groups. */
export async function exportPermissions(context: Context): Promise<PermissionFile> {
  const grants = await readGrants(context.db)
  const names = [...new Set([...context.forum.points.permissions.keys(), ...grants.keys()])].sort()
  const parts = partsOfNames(names, context)
  return {
    parley: 'permissions',
    version: 1,
    groups: (await selectGroups(context)).map(toFileGroup),
    ...(parts.length > 0 && { parts }),
    permissions: names.map((name) => ({ name, groups: grants.get(name) ?? [] })),
  }
}

const maximumProblems = 20

/** Validates a permission file. @throws 422 with the place of each fault: `/data/attributes/file/groups/0/nameSingular`. */
export function readPermissionFile(sent: unknown, context: Context): PermissionFile {
  const result = permissionFile.safeParse(sent)
  const translate = translatorOf(context)
  if (!result.success) {
    const problems = result.error.issues.slice(0, maximumProblems).flatMap((issue): Problem[] => {
      const place = ['file', ...issue.path].join('/')
      const name = String(issue.path.findLast((part) => typeof part === 'string') ?? 'file')
      return problemsOf(new z.ZodError([issue]), name, translate).map((problem) => ({
        ...problem,
        pointer: `/data/attributes/${place}`,
      }))
    })
    throw validationError({ problems })
  }
  const { groups, permissions } = result.data
  const duplicate = repeated(groups.map((group) => group.id)) ?? repeated(permissions.map(({ name }) => name))
  const groupIds = new Set(groups.map((group) => group.id))
  const unknownGroupId = permissions
    .flatMap((permission) => permission.groups)
    .find((each) => !groupIds.has(each))
  const refuse = (key: string, entry: unknown) =>
    validationError({
      problems: [{ detail: translate(key, { entry: String(entry) }), pointer: '/data/attributes/file' }],
    })
  if (duplicate !== undefined) throw refuse('core.admin.permissions.file_repeats_message', duplicate)
  if (unknownGroupId !== undefined)
    throw refuse('core.admin.permissions.file_lacks_group_message', unknownGroupId)
  return result.data
}

function repeated<Value>(values: readonly Value[]): Value | undefined {
  return values.find((value, index) => values.indexOf(value) !== index)
}
