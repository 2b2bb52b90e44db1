import { html } from '../../engine/http/html/html.ts'
import { currentRow, lockRow } from '../../engine/jsonapi/rows.ts'
import { smallPage } from '../../engine/page/small-page.ts'
import { validationError } from '../../infrastructure/errors.ts'
import { type Context, translatorOf, type WriteContext } from '../../points/context/context.ts'
import type { Route, RouteAnswer, RouteRequest } from '../../points/requests/routes.ts'
import { createAccessToken } from '../access-tokens/tokens.ts'
import { emailColumns, lockUniqueness } from '../users/create-user.ts'
import '../users/events.ts'
import type { UserRow } from '../users/table.ts'
import { privatePageHeaders } from './private-page-headers.ts'
import {
  deletePasswordTokens,
  findEmailToken,
  invalidConfirmationToken,
  retireEmailTokens,
} from './tokens.ts'

/** The links in mails that confirm an address (api-core 3.14). GET changes nothing: mail scanners open links, too. */
export const confirmRoutes: Route[] = [
  {
    method: 'GET',
    path: '/confirm/:token',
    describes: { summary: 'Ask whether to confirm an address', answers: { 200: 'page', 403: 'error' } },
    run: getConfirm,
  },
  {
    method: 'POST',
    path: '/confirm/:token',
    name: 'confirm',
    describes: {
      summary: 'Confirm an address and log in',
      answers: { 302: 'redirect', 403: 'error', 422: 'error' },
    },
    run: postConfirm,
  },
]

async function getConfirm({ params, session }: RouteRequest, context: Context): Promise<RouteAnswer> {
  const found = await findEmailToken(context.db, params.token ?? '', context.now)
  if (!found) throw invalidConfirmationToken()
  const t = translatorOf(context)
  const path = `/confirm/${encodeURIComponent(params.token ?? '')}`
  const headers = privatePageHeaders
  if (found.isUsed) {
    const body = html`<p>${t('core.views.confirm_email.confirmed_text', { email: found.email })}</p>`
    const title = t('core.views.confirm_email.confirmed_title')
    return smallPage(context, { path, session, title, body, headers })
  }
  const body = html`<p>${t('core.views.confirm_email.text', { email: found.email })}</p>
<form method="post">
<input type="hidden" name="csrfToken" value="${session.csrfToken}">
<button class="Button Button--primary Button--block" type="submit">${t('core.views.confirm_email.submit_button')}</button>
</form>`
  return smallPage(context, { path, session, title: t('core.views.confirm_email.title'), body, headers })
}

async function postConfirm({ params, session }: RouteRequest, context: Context): Promise<RouteAnswer> {
  const { forum } = context
  const { token } = await forum.write(context, (writing) => confirm(writing, params.token ?? ''))
  session.logIn(token, false)
  return { status: 302, headers: privatePageHeaders, redirect: `${forum.baseUrl}/` }
}

async function confirm(context: WriteContext, token: string): Promise<{ token: string }> {
  const { db, now, client } = context
  const found = await findEmailToken(db, token, now)
  if (!found || found.isUsed) throw invalidConfirmationToken()
  await lockRow(context, 'users', found.userId)
  const before = await currentRow(context, 'users', found.userId)
  // Another transaction may have deleted the account or the token before this one got the lock.
  const left = await findEmailToken(db, token, now)
  if (!before || !left || left.isUsed) throw invalidConfirmationToken()
  await setConfirmedEmail(context, before, found.email)
  return createAccessToken(db, { userId: before.id, type: 'session', now, ...(client && { client }) })
}

/** Stores an address that the user has confirmed. 422 if another account has taken the address in the meantime. */
export async function setConfirmedEmail(
  context: WriteContext,
  before: UserRow,
  email: string,
): Promise<UserRow> {
  const { db, now } = context
  const isChange = email !== before.email
  const problems = isChange ? await lockUniqueness(context, { email }, before.id) : []
  if (problems.length > 0) throw validationError({ problems })
  const columns = { ...emailColumns(email), is_email_confirmed: true }
  await db.updateTable('users').set(columns).where('id', '=', before.id).execute()
  await retireEmailTokens(db, { userId: before.id, email, now })
  if (isChange) await deletePasswordTokens(db, before.id)
  const user = { ...before, ...columns }
  if (isChange) await context.emit('user.emailChanged', { user, before })
  if (!before.is_email_confirmed) await context.emit('user.activated', { user })
  await context.emit('resource.changed', { type: 'users', id: user.id })
  return user
}
