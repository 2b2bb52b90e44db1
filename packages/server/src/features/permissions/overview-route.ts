import { z } from 'zod'
import { requireAdministrator } from '../../points/context/actor.ts'
import type { Route } from '../../points/requests/routes.ts'
import { readOverview } from './overview.ts'

const group = z.object({
  id: z.int(),
  nameSingular: z.string(),
  namePlural: z.string(),
  color: z.string().nullable(),
  icon: z.string().nullable(),
  isHidden: z.boolean(),
  position: z.number(),
  inherits: z.array(z.int()),
})

const row = { section: z.string().nullable(), label: z.string(), extension: z.string().nullable() }

const permissionRow = z.object({
  kind: z.literal('permission'),
  ...row,
  permission: z.string(),
  groupIds: z.array(z.int()),
  version: z.string(),
  guests: z.boolean(),
  requires: z.array(z.string()),
  scoped: z.boolean(),
  isDeclared: z.boolean(),
  lacks: z.array(z.object({ groupId: z.int(), permission: z.string(), label: z.string() })),
})

const settingRow = z.object({
  kind: z.literal('setting'),
  ...row,
  setting: z.string(),
  value: z.string(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  takesMinutes: z.boolean(),
})

const overview = z.object({
  version: z.string(),
  groups: z.array(group),
  sections: z.array(z.object({ name: z.string(), label: z.string() })),
  rows: z.array(z.union([permissionRow, settingRow])),
  parts: z.array(
    z.object({
      kind: z.string(),
      resource: z.string(),
      attribute: z.string(),
      addLabel: z.string(),
      addText: z.string(),
      removeText: z.string(),
      parts: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          color: z.string().nullable(),
          isRestricted: z.boolean(),
        }),
      ),
    }),
  ),
  ungranted: z.string(),
  questions: z.array(
    z.object({
      type: z.string(),
      label: z.string().optional(),
      abilities: z.array(z.object({ name: z.string(), label: z.string() })),
    }),
  ),
})

/** `GET /api/admin/permissions`: the permission grid. */
export const overviewRoute: Route = {
  method: 'GET',
  path: '/api/admin/permissions',
  describes: {
    summary: 'Show the permissions and the groups that hold them',
    answers: { 200: { json: overview }, 403: 'error' },
  },
  async run(_request, context) {
    requireAdministrator(context)
    return { status: 200, json: await readOverview(context) }
  },
}
