import { z } from 'zod'
import { readFields } from '../../infrastructure/schema/problems.ts'
import { flag, text, wholeNumber } from '../../infrastructure/schema/values.ts'
import { requireAdministrator } from '../../points/context/actor.ts'
import { translatorOf } from '../../points/context/context.ts'
import type { Route } from '../../points/requests/routes.ts'
import { exportPermissions, permissionFile, readPermissionFile } from './file.ts'
import { permissionName } from './grants.ts'
import { importPermissions } from './import.ts'
import { planImport } from './plan.ts'

const choices = z.object({
  groups: z
    .array(
      z.object({
        id: wholeNumber({ min: 1 }),
        use: z.union([z.literal('create'), z.literal('skip'), wholeNumber({ min: 1 })]),
      }),
    )
    .max(1000)
    .default([]),
  permissions: z
    .array(z.object({ name: permissionName, use: permissionName }))
    .max(5000)
    .default([]),
})

const options = {
  choices: choices.default({ groups: [], permissions: [] }),
  /** The `version` of a plan: 409 if the forum changed since. */
  version: text({ max: 100 }).optional(),
  /** Whether to carry the plan out. */
  apply: flag(),
}

const groupInFile = z.object({
  id: z.int(),
  nameSingular: z.string(),
  namePlural: z.string(),
  color: z.string(),
  icon: z.string(),
  isHidden: z.boolean(),
})

const plan = z.object({
  version: z.string(),
  unknownGroups: z.array(groupInFile),
  unknownPermissions: z.array(z.object({ name: z.string(), label: z.string() })),
  createdGroups: z.array(groupInFile),
  changedGroups: z.array(
    z.object({
      id: z.int(),
      fileId: z.int(),
      name: z.string(),
      changes: z.array(z.object({ attribute: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  permissions: z.array(
    z.object({
      permission: z.string(),
      label: z.string(),
      added: z.array(z.string()),
      removed: z.array(z.string()),
    }),
  ),
  problems: z.array(z.string()),
  isApplied: z.boolean(),
})

/** `GET /api/admin/permissions/export`: a file to keep, or to import in another forum. */
export const exportRoute: Route = {
  method: 'GET',
  path: '/api/admin/permissions/export',
  describes: {
    summary: 'Export groups and permissions as a file',
    answers: { 200: { json: permissionFile }, 403: 'error' },
  },
  async run(_request, context) {
    requireAdministrator(context)
    const headers = { 'content-disposition': 'attachment; filename="permissions.json"' }
    return { status: 200, json: await exportPermissions(context), headers }
  },
}

/** `POST /api/admin/permissions/import`: shows what a file changes, or carries it out with `apply`. */
export const importRoute: Route = {
  method: 'POST',
  path: '/api/admin/permissions/import',
  describes: {
    summary: 'Compare a file of permissions with the forum, or import it',
    body: z.object({ file: permissionFile, ...options }),
    answers: { 200: { json: plan }, 403: 'error', 409: 'error', 422: 'error' },
  },
  async run({ body }, context) {
    requireAdministrator(context)
    const { choices, version, apply } = readFields(options, body, translatorOf(context))
    const file = readPermissionFile(body.file, context)
    const json = apply
      ? await context.forum.write(context, (writing) => importPermissions(file, choices, writing, version))
      : (await planImport(file, choices, context)).plan
    return { status: 200, json }
  },
}
