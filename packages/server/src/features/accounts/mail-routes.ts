import { isEmailAddress } from '@parley/shared'
import { z } from 'zod'
import { currentRow, lockRow } from '../../engine/jsonapi/rows.ts'
import { enqueueJob } from '../../engine/queue/enqueue-job.ts'
import {
  ForumError,
  notAuthenticated,
  permissionDenied,
  tooManyRequests,
} from '../../infrastructure/errors.ts'
import { addressKey } from '../../infrastructure/limits/rate-limits.ts'
import { readFields } from '../../infrastructure/schema/problems.ts'
import { text } from '../../infrastructure/schema/values.ts'
import { type Context, translatorOf, type WriteContext } from '../../points/context/context.ts'
import type { Route, RouteAnswer, RouteRequest } from '../../points/requests/routes.ts'
import type { Job } from '../../points/work/jobs.ts'
import { findByEmail } from '../users/find.ts'
import { fold } from '../users/folding.ts'
import type { UserRow } from '../users/table.ts'
import { forgotPage } from './forgot-page.ts'
import { mailActivation, mailReset } from './mails.ts'
import { waitForEmailToken, waitForPasswordToken } from './tokens.ts'

declare module '../../points/work/jobs.ts' {
  interface JobTypes {
    /** Sends whoever has the address the link to choose a new password. */
    'accounts.forgotten-password': { email: string }
  }
}

const email = text({ rules: [{ rule: 'email', test: isEmailAddress }] }).meta({ format: 'email' })
const forgottenBody = z.object({ email })

/** Asking for mails: for a forgotten password, and once more for the confirmation (api-core 3.4, 3.5). */
export const mailRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/forgot',
    name: 'forgot',
    describes: {
      summary: 'Ask for a mail to choose a new password; whether anybody has the address is not told',
      body: forgottenBody,
      answers: { 204: 'empty', 422: 'error', 429: 'error' },
    },
    run: postForgot,
  },
  {
    method: 'GET',
    path: '/forgot',
    describes: {
      summary: 'Show the form for a forgotten password',
      query: { sent: text().optional() },
      answers: { 200: 'page' },
    },
    run: getForgotPage,
  },
  {
    method: 'POST',
    path: '/forgot',
    name: 'forgotPage',
    describes: {
      summary: 'Ask for a mail to choose a new password, by a form',
      body: forgottenBody,
      answers: { 303: 'redirect', 429: 'error' },
    },
    run: postForgotPage,
  },
  {
    method: 'POST',
    path: '/api/users/:id/send-confirmation',
    name: 'users.sendConfirmation',
    describes: {
      summary: 'Have the mail that confirms the own address sent again',
      answers: { 204: 'empty', 401: 'error', 403: 'error', 429: 'error' },
    },
    run: sendConfirmation,
  },
]

async function postForgot({ body }: RouteRequest, context: Context): Promise<RouteAnswer> {
  await askForReset(body, context)
  return { status: 204, empty: true }
}

/**
 * What follows is the same, and takes as long, whether anybody has the address or not: a job finds out. Members who ask
 * for their own address know that they have it: their token is made here, so that the next request finds it.
 */
async function askForReset(body: RouteRequest['body'], context: Context): Promise<void> {
  const { forum, client } = context
  const isCounted = client !== undefined && !client.hasApiKey
  const wait = isCounted
    ? await forum.rateLimits.take('forgottenPerAddress', addressKey(client.ip))
    : undefined
  if (wait !== undefined) throw tooManyRequests(wait)
  const read = readFields({ email }, body, translatorOf(context))
  await forum.write(context, async (writing) => {
    const own = await lockedIfOwn(writing, read.email)
    if (own) await resetOwn(writing, own)
    else await enqueueJob(writing, 'accounts.forgotten-password', read)
  })
}

/** The account that asks, if the address is its own; it stays as it is until the transaction ends. */
async function lockedIfOwn(context: WriteContext, address: string): Promise<UserRow | undefined> {
  const { actor } = context
  if (actor.isGuest) return undefined
  await lockRow(context, 'users', actor.id)
  const user = await currentRow(context, 'users', actor.id)
  return user && fold(user.email) === fold(address) ? user : undefined
}

async function resetOwn(context: WriteContext, user: UserRow): Promise<void> {
  const { db, now, client, forum } = context
  const limit = ['resetMailsPerAccount', String(user.id)] as const
  const wait = await waitForPasswordToken(db, { userId: user.id, now })
  if (wait !== undefined && !client?.hasApiKey) throw tooManyRequests(wait)
  if ((await forum.rateLimits.wait(...limit)) !== undefined) return
  await mailReset(context, user)
  context.afterCommit(async () => void (await forum.rateLimits.take(...limit)))
}

function getForgotPage({ query, session }: RouteRequest, context: Context): RouteAnswer {
  const { csrfToken } = session
  const page = { csrfToken, problems: session.takeFlash(), isSent: query.sent === '1' }
  return { status: 200, headers: { 'cache-control': 'no-store' }, html: forgotPage(context, page) }
}

async function postForgotPage({ body, session }: RouteRequest, context: Context): Promise<RouteAnswer> {
  const page = `${context.forum.baseUrl}/forgot`
  try {
    await askForReset(body, context)
  } catch (error) {
    if (!(error instanceof ForumError) || error.status !== 422) throw error
    session.flash(error.problems)
    return { status: 303, redirect: page }
  }
  return { status: 303, redirect: `${page}?sent=1` }
}

/** What `POST /api/forgot` leaves to do; after a number of mails to one account in an hour, nothing. */
export const forgottenPassword: Job<{ email: string }> = {
  schema: z.object({ email: z.string() }),
  async run({ email }, context) {
    const { forum } = context
    const found = await findByEmail(context.db, email)
    if (!found) return
    if ((await forum.rateLimits.take('resetMailsPerAccount', String(found.id))) !== undefined) return
    await forum.write(context, async (writing) => {
      const user = await currentRow(writing, 'users', found.id)
      if (user) await mailReset(writing, user)
    })
  },
  describe: () => 'A mail for a forgotten password',
}

async function sendConfirmation({ params }: RouteRequest, context: Context): Promise<RouteAnswer> {
  const { actor, forum } = context
  if (actor.isGuest) throw notAuthenticated()
  if (params.id !== String(actor.id)) throw permissionDenied()
  await forum.write(context, async (writing) => {
    await lockRow(writing, 'users', actor.id)
    const user = await currentRow(writing, 'users', actor.id)
    if (!user || user.is_email_confirmed) throw permissionDenied()
    const { db, now } = writing
    const wait = await waitForEmailToken(db, { userId: user.id, email: user.email, now })
    if (wait !== undefined && !context.client?.hasApiKey) throw tooManyRequests(wait)
    await mailActivation(writing, user)
  })
  return { status: 204, empty: true }
}
