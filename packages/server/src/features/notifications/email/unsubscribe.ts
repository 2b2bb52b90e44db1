import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { html } from '../../../engine/http/html/html.ts'
import { smallPage } from '../../../engine/page/small-page.ts'
import { notFound } from '../../../infrastructure/errors.ts'
import type { Escaped } from '../../../infrastructure/xml/escaped.ts'
import type { Context, Forum } from '../../../points/context/context.ts'
import type { Route, RouteAnswer, RouteRequest } from '../../../points/requests/routes.ts'
import { chosenLocale, storePreference } from '../../users/preferences.ts'

/** The content of a link: the preference of a user to switch off. */
interface UnsubscribeLink {
  userId: number
  key: string
}

const tokenPattern = /^(\d{1,15})\.([\w-]{1,200})\.([\w-]{22})$/

/** A signed address that switches a preference off without logging in. It never expires, because mails are read late. */
export function unsubscribeUrl(forum: Forum, userId: number, key: string): string {
  return `${forum.baseUrl}/unsubscribe/${userId}.${key}.${sign(forum.secrets.signing, { userId, key })}`
}

/** Mail programs send the `POST` with one click (RFC 8058): without cookies, so without a CSRF token. */
export const unsubscribeRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/unsubscribe/:token',
    describes: { summary: 'Ask whether to stop mails', answers: { 200: 'page', 404: 'error' } },
    run: (request, context) => showForm(request, context),
  },
  {
    method: 'POST',
    path: '/unsubscribe/:token',
    name: 'unsubscribe',
    describes: { summary: 'Stop mails of one kind', answers: { 200: 'page', 404: 'error' } },
    csrf: false,
    run: (request, context) => unsubscribe(request, context),
  },
]

async function showForm(request: RouteRequest, context: Context): Promise<RouteAnswer> {
  const recipientContext = await withRecipientLocale(readLink(request, context), context)
  const t = textsFor(recipientContext)
  const body = html`<p>${t('core.views.unsubscribe.text')}</p>
<form method="post"><button class="Button Button--primary" type="submit">${t('core.views.unsubscribe.submit_button')}</button></form>`
  return page(request, recipientContext, t('core.views.unsubscribe.title'), body)
}

async function unsubscribe(request: RouteRequest, context: Context): Promise<RouteAnswer> {
  const link = readLink(request, context)
  const recipientContext = await withRecipientLocale(link, context)
  await context.forum.write(context, (writing) => storePreference(writing, link.userId, link.key, false))
  const t = textsFor(recipientContext)
  const body = html`<p>${t('core.views.unsubscribe.done_text')}</p>`
  return page(request, recipientContext, t('core.views.unsubscribe.done_title'), body)
}

function page(
  { params }: RouteRequest,
  context: Context,
  title: string,
  body: Escaped,
): Promise<RouteAnswer> {
  const path = `/unsubscribe/${encodeURIComponent(params.token ?? '')}`
  return smallPage(context, { path, title, body })
}

/** Reads the content of a link; 404 when its signature is invalid. */
function readLink({ params }: RouteRequest, { forum }: Context): UnsubscribeLink {
  const [, userId, key, signature] = tokenPattern.exec(params.token ?? '') ?? []
  if (userId === undefined || key === undefined || signature === undefined) throw notFound()
  const link = { userId: Number(userId), key }
  // Mails are read late: links that were signed under a previous key are still accepted.
  const isSigned = [forum.secrets, ...forum.secrets.previous].some(({ signing }) =>
    timingSafeEqual(Buffer.from(signature), Buffer.from(sign(signing, link))),
  )
  if (!isSigned) throw notFound()
  return link
}

/** The context with the recipient's language; 404 when the account was deleted. */
async function withRecipientLocale({ userId }: UnsubscribeLink, context: Context): Promise<Context> {
  const user = await context.db
    .selectFrom('users')
    .select('preferences')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) throw notFound()
  return { ...context, locale: chosenLocale(user, context.forum) ?? context.locale }
}

function textsFor({ forum, locale }: Context): (key: string) => string {
  const params = { forum: forum.settings.get('forum_title') ?? '' }
  return (key) => forum.translate(key, params, locale)
}

function sign(signing: KeyObject, { userId, key }: UnsubscribeLink): string {
  return createHmac('sha256', signing).update(`unsubscribe ${userId} ${key}`).digest('base64url').slice(0, 22)
}
