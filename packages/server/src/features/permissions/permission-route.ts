import { z } from 'zod'
import { readFields } from '../../infrastructure/schema/problems.ts'
import { text } from '../../infrastructure/schema/values.ts'
import { requireAdministrator } from '../../points/context/actor.ts'
import { translatorOf } from '../../points/context/context.ts'
import type { Route } from '../../points/requests/routes.ts'
import { permissionGroups, setPermissions } from './grants.ts'

const schemas = {
  ...permissionGroups,
  /** The `version` of the permission as it was loaded: 409 if other groups hold it by now. */
  version: text({ max: 10_000 }).optional(),
}

/** `POST /api/permission`. */
export const permissionRoute: Route = {
  method: 'POST',
  path: '/api/permission',
  describes: {
    summary: 'Grant a permission to exactly these groups',
    body: z.object(schemas),
    answers: { 204: 'empty', 403: 'error', 409: 'error', 422: 'error' },
  },
  async run({ body }, context) {
    requireAdministrator(context)
    const { version, ...granted } = readFields(schemas, body, translatorOf(context))
    await context.forum.write(context, (writing) => setPermissions(writing, [granted], version))
    return { status: 204, empty: true }
  },
}
