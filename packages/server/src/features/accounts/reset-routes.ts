import { z } from 'zod'
import { formField } from '../../engine/http/html/form-field.ts'
import { html } from '../../engine/http/html/html.ts'
import { currentRow, lockRow } from '../../engine/jsonapi/rows.ts'
import { readAttributes } from '../../engine/jsonapi/writes/read-input.ts'
import { smallPage } from '../../engine/page/small-page.ts'
import { ForumError, notFound, type Problem } from '../../infrastructure/errors.ts'
import { problemOf } from '../../infrastructure/schema/problems.ts'
import { text } from '../../infrastructure/schema/values.ts'
import { type Context, translatorOf, type WriteContext } from '../../points/context/context.ts'
import type { Route, RouteAnswer, RouteRequest } from '../../points/requests/routes.ts'
import type { Session } from '../../points/requests/session.ts'
import { createAccessToken } from '../access-tokens/tokens.ts'
import '../users/events.ts'
import { hashPassword } from '../users/passwords.ts'
import { revokeTokensAndSessions } from './change-account.ts'
import { setConfirmedEmail } from './confirm-routes.ts'
import { privatePageHeaders } from './private-page-headers.ts'
import { findPasswordToken, invalidConfirmationToken } from './tokens.ts'

/** The links in mails for a forgotten password (api-core 3.14). */
export const resetRoutes: Route[] = [
  {
    method: 'GET',
    path: '/reset/:token',
    describes: {
      summary: 'Show the form to choose a new password',
      answers: { 200: 'page', 403: 'error', 404: 'error' },
    },
    run: getReset,
  },
  {
    method: 'POST',
    path: '/reset',
    name: 'reset',
    describes: {
      summary: 'Choose a new password and log in',
      body: z.object({ passwordToken: text(), password: text(), password_confirmation: text() }),
      answers: { 302: 'redirect', 403: 'error', 404: 'error' },
    },
    run: postReset,
  },
]

async function getReset({ params, session }: RouteRequest, context: Context): Promise<RouteAnswer> {
  const token = params.token ?? ''
  await userOfToken(context, token)
  const problems = session.takeFlash()
  return resetPage(context, token, session, problems)
}

async function postReset({ body, session }: RouteRequest, context: Context): Promise<RouteAnswer> {
  const { forum } = context
  const token = typeof body.passwordToken === 'string' ? body.passwordToken : ''
  await userOfToken(context, token)
  const read = readPassword(body, context)
  if ('problems' in read) {
    session.flash(read.problems)
    const redirect = `${forum.baseUrl}/reset/${encodeURIComponent(token)}`
    return { status: 302, headers: privatePageHeaders, redirect }
  }
  const hash = await hashPassword(read.password)
  const { token: accessToken } = await forum.write(context, (writing) => reset(writing, token, hash))
  session.logIn(accessToken, false)
  return { status: 302, headers: privatePageHeaders, redirect: `${forum.baseUrl}/` }
}

/** Returns the user of a password token: 404 for an unknown token, 403 for an expired one. */
async function userOfToken({ db, now }: Context, token: string): Promise<number> {
  const found = await findPasswordToken(db, token, now)
  if (!found) throw notFound()
  if (!found.isFresh) throw invalidConfirmationToken()
  return found.userId
}

function readPassword(
  body: RouteRequest['body'],
  context: Context,
): { password: string } | { problems: readonly Problem[] } {
  const translate = translatorOf(context)
  try {
    const { password } = readAttributes(context, 'users', body, ['password'])
    if (password !== body.password_confirmation)
      return { problems: [problemOf('confirmed', 'password_confirmation', translate)] }
    return { password: password as string }
  } catch (error) {
    if (!(error instanceof ForumError)) throw error
    return { problems: error.problems }
  }
}

async function reset(context: WriteContext, token: string, password: string): Promise<{ token: string }> {
  const { db, now, client } = context
  const userId = await userOfToken(context, token)
  await lockRow(context, 'users', userId)
  // Another transaction may have used or deleted the token before this one got the lock.
  await userOfToken(context, token)
  const before = await currentRow(context, 'users', userId)
  if (!before) throw notFound()
  await db.updateTable('users').set({ password }).where('id', '=', userId).execute()
  await revokeTokensAndSessions(context, { id: userId })
  const user = { ...before, password }
  await context.emit('user.passwordChanged', { user })
  // The link of an invitation is the only way into an account without a password, so its address is the user's.
  if (before.password === '' && !before.is_email_confirmed) await setConfirmedEmail(context, user, user.email)
  return createAccessToken(db, { userId, type: 'session', now, ...(client && { client }) })
}

function resetPage(
  context: Context,
  token: string,
  session: Session,
  problems: readonly Problem[],
): Promise<RouteAnswer> {
  const { forum } = context
  const t = translatorOf(context)
  const field = (name: string, label: string, help?: string) =>
    formField(name, {
      label,
      type: 'password',
      autocomplete: 'new-password',
      problems,
      ...(help !== undefined && { help }),
    })
  const body = html`<form class="SessionForm" method="post" action="${forum.baseUrl}/reset">
<input type="hidden" name="csrfToken" value="${session.csrfToken}">
<input type="hidden" name="passwordToken" value="${token}">
${field('password', t('core.views.reset_password.new_password_label'), t('core.views.reset_password.new_password_help'))}
${field('password_confirmation', t('core.views.reset_password.confirm_password_label'))}
<button class="Button Button--primary Button--block" type="submit">${t('core.views.reset_password.submit_button')}</button>
</form>`
  return smallPage(context, {
    path: `/reset/${encodeURIComponent(token)}`,
    session,
    title: t('core.views.reset_password.title'),
    body,
    headers: privatePageHeaders,
  })
}
