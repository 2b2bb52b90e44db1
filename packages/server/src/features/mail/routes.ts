import { z } from 'zod'
import { apiContentType } from '../../engine/http/answers/documents.ts'
import { findRow } from '../../engine/jsonapi/rows.ts'
import { ioError } from '../../infrastructure/errors.ts'
import { requireAdministrator } from '../../points/context/actor.ts'
import type { Context } from '../../points/context/context.ts'
import type { MailField } from '../../points/notifications/mail-drivers.ts'
import type { Route, RouteAnswer } from '../../points/requests/routes.ts'
import { displayNameOf } from '../users/display-name.ts'
import { readMailConfiguration } from './deliver.ts'
import { sendTestMail } from './test-mail.ts'

const mailSettings = z.object({
  fields: z.record(
    z.string(),
    z.record(z.string(), z.union([z.literal(''), z.record(z.string(), z.string())])),
  ),
  sending: z.boolean(),
  isSetByEnvironment: z.boolean(),
  errors: z.union([z.array(z.never()), z.record(z.string(), z.array(z.string()))]),
})

/** The routes that show mail settings and send a test mail, for administrators (api-core 3.12). */
export const mailRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/mail/settings',
    describes: {
      summary: 'Show the ways to send mail and what is wrong with the settings',
      answers: { 200: { type: 'mail-settings', attributes: mailSettings }, 403: 'error' },
    },
    run: (_request, context) => showSettings(context),
  },
  {
    method: 'POST',
    path: '/api/mail/test',
    name: 'mail.test',
    describes: {
      summary: 'Send a mail to oneself, to try the settings',
      answers: { 204: 'empty', 403: 'error', 409: 'error' },
    },
    run: (_request, context) => sendTest(context),
  },
]

function showSettings(context: Context): RouteAnswer {
  requireAdministrator(context)
  const { forum, locale } = context
  const { driver, errors } = readMailConfiguration(forum, locale)
  const fields = Object.fromEntries(
    [...forum.points.mailDrivers].map(([name, { fields }]) => [name, describeFields(fields)]),
  )
  const attributes = {
    fields,
    sending: driver?.delivers ?? false,
    isSetByEnvironment: forum.smtpUrl !== undefined,
    errors: Object.keys(errors).length > 0 ? errors : [],
  }
  const data = { type: 'mail-settings', id: 'global', attributes }
  return { status: 200, json: { data }, contentType: apiContentType }
}

/** The choices of each field, for forms; never the stored values. */
function describeFields(fields: Readonly<Record<string, MailField>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, { choices }]) => [key, choices ?? '']))
}

async function sendTest(context: Context): Promise<RouteAnswer> {
  requireAdministrator(context)
  const { forum, actor } = context
  const user = await findRow(context, 'users', actor.id)
  const reason = await sendTestMail({ address: user.email, name: displayNameOf(user, forum) }, context)
  // Clients decode percent escapes in details.
  if (reason !== null) throw ioError({ problems: [{ detail: reason.replaceAll('%', '%25') }] })
  return { status: 204, empty: true }
}
