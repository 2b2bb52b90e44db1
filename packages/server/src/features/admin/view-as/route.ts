import { z } from 'zod'
import { viewAsBasePath } from '../../../engine/http/session/view-as.ts'
import { defineError, notFound, permissionDenied } from '../../../infrastructure/errors.ts'
import { readFields } from '../../../infrastructure/schema/problems.ts'
import { type FailedRule, wholeNumber } from '../../../infrastructure/schema/values.ts'
import { requireAdministrator } from '../../../points/context/actor.ts'
import { translatorOf } from '../../../points/context/context.ts'
import type { Route } from '../../../points/requests/routes.ts'
import { recordView } from './audit.ts'
import { lifetimeMs, makeCredential } from './credential.ts'
import { hasMoreRights, loadViewed } from './viewed.ts'

/** The account or group has a right that the viewer lacks. */
const moreRights = defineError('view_as_more_rights', 403)

const kinds = ['user', 'group'] as const

const kind = z
  .unknown()
  .transform((value, context) => {
    const known = z.enum(kinds).safeParse(value)
    if (known.success) return known.data
    context.addIssue({ code: 'custom', params: { rule: 'in' } satisfies FailedRule })
    return z.NEVER
  })
  .meta({ type: 'string', enum: [...kinds] })

const fields = { kind, id: wholeNumber({ min: 1 }) }

/** `POST /api/admin/view-as`: begins a view of the forum as a member or a group, for the session that asks. */
export const viewAsRoute: Route = {
  method: 'POST',
  path: '/api/admin/view-as',
  describes: {
    summary: 'Begin to view the forum as a member, or as a member of a group',
    body: z.object(fields),
    answers: {
      201: { json: z.object({ url: z.string(), expiresAt: z.string() }) },
      403: 'error',
      404: 'error',
      422: 'error',
    },
  },
  async run({ body, session }, context) {
    requireAdministrator(context)
    const { forum, now } = context
    const t = translatorOf(context)
    const target = readFields(fields, body, t)
    const expiresAt = new Date(now.getTime() + lifetimeMs)
    const credential = makeCredential(target, expiresAt, session)
    // Tokens of programs have no session that the view could end with.
    if (credential === undefined) throw permissionDenied()
    await forum.write(context, async (writing) => {
      const viewed = await loadViewed(target, writing)
      if (!viewed) throw notFound()
      if (hasMoreRights(viewed, writing))
        throw moreRights({
          problems: [{ detail: t('core.api.view_as_more_rights_message', { name: viewed.name }) }],
        })
      await recordView(writing, target)
    })
    const origin = forum.baseUrl.slice(0, forum.baseUrl.length - forum.basePath.length)
    const url = `${origin}${viewAsBasePath(forum, credential)}/`
    return { status: 201, json: { url, expiresAt: expiresAt.toISOString() } }
  },
}
