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
import type { Job } from '../../points/jobs/jobs.ts'
import { countAction } from '../../points/requests/rate-limits.ts'
import type { Route, RouteAnswer, RouteRequest } from '../../points/requests/routes.ts'
import { findByEmail } from '../users/find.ts'
import { fold } from '../users/folding.ts'
import type { UserRow } from '../users/table.ts'
import { forgotPage } from './forgot-page.ts'
import { mailActivation, mailReset } from './mails.ts'
import { waitForEmailToken, waitForPasswordToken } from './tokens.ts'

declare module '../../points/jobs/jobs.ts' {
  interface JobTypes {
    /** Mails the link to choose a new password to the account with this address. */
    'accounts.forgotten-password': { email: string }
  }
}

const email = text({ rules: [{ rule: 'email', test: isEmailAddress }] }).meta({ format: 'email' })
const forgottenBody = z.object({ email })

/** Requests for mails: for a forgotten password, and to repeat the confirmation (api-core 3.4, 3.5). */
export const mailRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/forgot',
    name: 'forgot',
    describes: {
      summary:
        'Request a mail to choose a new password; the answer does not reveal whether an account has the address',
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
      summary: 'Request a mail to choose a new password, by a form',
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
      summary: 'Resend the mail that confirms one’s own address',
      answers: { 204: 'empty', 401: 'error', 403: 'error', 429: 'error' },
    },
    run: sendConfirmation,
  },
]

async function postForgot({ body }: RouteRequest, context: Context): Promise<RouteAnswer> {
  await requestReset(body, context)
  return { status: 204, empty: true }
}

/**
 * Answers and timing are equal whether an account has the address or not: a job looks the account up. A request for
 * one's own address reveals nothing, so its token is made here, where the next request finds it.
 */
async function requestReset(body: RouteRequest['body'], context: Context): Promise<void> {
  const { forum, client } = context
  if (client) await countAction(context, 'forgottenPerAddress', addressKey(client.ip))
  const read = readFields({ email }, body, translatorOf(context))
  await forum.write(context, async (writing) => {
    const own = await lockOwnAccount(writing, read.email)
    if (own) await mailOwnReset(writing, own)
    else await enqueueJob(writing, 'accounts.forgotten-password', read)
  })
}

/** Locks the actor's account until the transaction ends; undefined if the address is not the actor's. */
async function lockOwnAccount(context: WriteContext, address: string): Promise<UserRow | undefined> {
  const { actor } = context
  if (actor.isGuest) return undefined
  await lockRow(context, 'users', actor.id)
  const user = await currentRow(context, 'users', actor.id)
  return user && fold(user.email) === fold(address) ? user : undefined
}

async function mailOwnReset(context: WriteContext, user: UserRow): Promise<void> {
  const { db, now, client, forum } = context
  const limit = ['resetMailsPerAccount', String(user.id)] as const
  const wait = await waitForPasswordToken(db, { userId: user.id, now })
  if (wait !== undefined && !client?.hasApiKey) throw tooManyRequests(wait)
  if ((await forum.rateLimits.wait(...limit)) !== undefined) return
  await mailReset(context, user)
  context.afterCommit(async () => void (await forum.rateLimits.take(...limit)))
}

function getForgotPage({ query, session }: RouteRequest, context: Context): Promise<RouteAnswer> {
  return forgotPage(context, { session, problems: session.takeFlash(), isSent: query.sent === '1' })
}

async function postForgotPage({ body, session }: RouteRequest, context: Context): Promise<RouteAnswer> {
  const page = `${context.forum.baseUrl}/forgot`
  try {
    await requestReset(body, context)
  } catch (error) {
    if (!(error instanceof ForumError) || error.status !== 422) throw error
    session.flash(error.problems)
    return { status: 303, redirect: page }
  }
  return { status: 303, redirect: `${page}?sent=1` }
}

/** Sends the mail of `POST /api/forgot`, unless the account has reached its hourly limit. */
export const forgottenPasswordJob: Job<{ email: string }> = {
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
