import { z } from 'zod'
import { documentAnswer } from '../../engine/http/endpoint.ts'
import { includeTree } from '../../engine/jsonapi/query.ts'
import { findRowForUpdate, resourceOf } from '../../engine/jsonapi/rows.ts'
import { serialize } from '../../engine/jsonapi/serialize.ts'
import { notFound, permissionDenied, tooManyRequests } from '../../infrastructure/errors.ts'
import { flag, text } from '../../infrastructure/schema/values.ts'
import type { Context, WriteContext } from '../../points/context/context.ts'
import type { Route, RouteRequest } from '../../points/requests/routes.ts'
import { mailActivation } from '../accounts/mails.ts'
import { waitForEmailToken } from '../accounts/tokens.ts'
import type { UserRow } from '../users/table.ts'
import type { ActionName } from './action-names.ts'
import { act } from './actions.ts'
import { recordAction } from './audit.ts'
import { createAccount } from './create.ts'
import { countSelected } from './list/count.ts'
import { listUsers, userListPath } from './list/list.ts'
import { readSelection } from './list/selection.ts'
import { requireUserAdministration } from './permission.ts'

const boundedCount = z.object({ count: z.int(), hasMore: z.boolean() })
/** The filters that the actor may use, and the entries of the menu of orders. */
const offered = z.object({
  filters: z.array(z.string()),
  sorts: z.array(z.object({ sort: z.string(), label: z.string() })),
})

/** The list of users in the administration, and what can be done to one of them. */
export const userAdministrationRoutes: Route[] = [
  {
    method: 'GET',
    path: userListPath,
    describes: {
      summary: 'List users for their administration, by search, filters and sort; addresses are masked',
      query: { filter: z.record(z.string(), z.string()).optional(), sort: text().optional() },
      answers: { 200: { resources: 'users', meta: offered }, 400: 'error', 403: 'error', 422: 'error' },
    },
    async run({ query }, context) {
      requireUserAdministration(context)
      return documentAnswer(200, await listUsers(query, context))
    },
  },
  {
    method: 'GET',
    path: `${userListPath}/count`,
    describes: {
      summary: 'Count the users that search and filters select, up to a limit',
      query: { filter: z.record(z.string(), z.string()).optional() },
      answers: { 200: { json: boundedCount }, 400: 'error', 403: 'error', 422: 'error' },
    },
    async run({ query }, context) {
      requireUserAdministration(context)
      return { status: 200, json: await countSelected(context, readSelection(query.filter, context)) }
    },
  },
  {
    method: 'POST',
    path: userListPath,
    name: 'users.administer.create',
    describes: {
      summary: 'Create an account; without a password its owner gets a link to choose one',
      body: z.object({
        username: text(),
        email: text(),
        password: text().optional(),
        isEmailConfirmed: flag().optional(),
      }),
      answers: { 201: { resource: 'users' }, 403: 'error', 422: 'error' },
    },
    async run({ body }, context) {
      requireUserAdministration(context)
      const user = await createAccount(body, context)
      return documentAnswer(201, await userDocument(user, context))
    },
  },
  actionRoute('confirm', 'Confirm the address of an account', 'confirm'),
  actionRoute('log-out', 'Log an account out everywhere: every session and token ends', 'logOut'),
  {
    method: 'POST',
    path: `${userListPath}/:id/send-confirmation`,
    describes: {
      summary: 'Resend the mail that confirms the address of an account',
      answers: { 204: 'empty', 403: 'error', 404: 'error', 429: 'error' },
    },
    async run(request, context) {
      await change(request, context, async (writing, user) => {
        if (!writing.actor.can('edit', 'users', user) || user.is_email_confirmed) throw permissionDenied()
        const { db, now } = writing
        const wait = await waitForEmailToken(db, { userId: user.id, email: user.email, now })
        if (wait !== undefined) throw tooManyRequests(wait)
        await mailActivation(writing, user)
        await recordAction(writing, 'user.confirmationSent', user)
      })
      return { status: 204, empty: true }
    },
  },
  {
    method: 'POST',
    path: `${userListPath}/:id/show-email`,
    describes: {
      summary: 'Show the address of an account that the list masks',
      answers: { 200: { json: z.object({ email: z.string() }) }, 403: 'error', 404: 'error' },
    },
    async run(request, context) {
      const email = await change(request, context, async (writing, user) => {
        if (!writing.actor.can('editCredentials', 'users', user)) throw permissionDenied()
        await recordAction(writing, 'user.emailShown', user)
        return user.email
      })
      return { status: 200, json: { email } }
    },
  },
]

function actionRoute(path: string, summary: string, name: ActionName): Route {
  return {
    method: 'POST',
    path: `${userListPath}/:id/${path}`,
    describes: { summary, answers: { 204: 'empty', 403: 'error', 404: 'error' } },
    async run(request, context) {
      await change(request, context, (writing, user) => act(writing, user, { name, groupId: null }))
      return { status: 204, empty: true }
    },
  }
}

/** Locks the account of the path and changes it. Throws 403 without the permission, 404 for an invisible account. */
function change<T>(
  { params }: RouteRequest,
  context: Context,
  work: (writing: WriteContext, user: UserRow) => Promise<T>,
): Promise<T> {
  requireUserAdministration(context)
  if (!/^\d{1,15}$/.test(params.id ?? '')) throw notFound()
  return context.forum.write(context, async (writing) =>
    work(writing, await findRowForUpdate(writing, 'users', Number(params.id))),
  )
}

async function userDocument(user: UserRow, context: Context) {
  const resource = resourceOf(context, 'users')
  const answering: Context = { ...context, cache: new Map(), isCommitted: true }
  const { data } = await serialize(answering, { resource, rows: [user], form: 'full' }, includeTree([]))
  return { data: data[0] }
}
