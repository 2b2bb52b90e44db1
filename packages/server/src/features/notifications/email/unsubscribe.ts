import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { html } from '../../../engine/http/html/html.ts'
import { smallPage } from '../../../engine/http/html/small-page.ts'
import { notFound } from '../../../infrastructure/errors.ts'
import type { Context, Forum } from '../../../points/context/context.ts'
import type { Route, RouteAnswer, RouteRequest } from '../../../points/requests/routes.ts'
import { chosenLocale, storePreference } from '../../users/preferences.ts'

/** What a link is for: somebody's preference, to be switched off. */
interface Wish {
  userId: number
  key: string
}

const tokenPattern = /^(\d{1,15})\.([\w-]{1,200})\.([\w-]{22})$/

/** An address that switches a preference off, without logging in and for good: mails are read late. */
export function unsubscribeUrl(forum: Forum, userId: number, key: string): string {
  return `${forum.baseUrl}/unsubscribe/${userId}.${key}.${sign(forum.secrets.signing, { userId, key })}`
}

/** `POST` is what mail programs send with one click (RFC 8058): without cookies, so without a CSRF token. */
export const unsubscribeRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/unsubscribe/:token',
    describes: { summary: 'Ask whether to stop mails', answers: { 200: 'page', 404: 'error' } },
    run: (request, context) => ask(request, context),
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

async function ask(request: RouteRequest, context: Context): Promise<RouteAnswer> {
  const own = await asRecipient(wishOf(request, context), context)
  const t = textsFor(own)
  const body = html`<p>${t('core.views.unsubscribe.text')}</p>
<form method="post"><button class="Button Button--primary" type="submit">${t('core.views.unsubscribe.submit_button')}</button></form>`
  return { status: 200, html: smallPage(own, t('core.views.unsubscribe.title'), body) }
}

async function unsubscribe(request: RouteRequest, context: Context): Promise<RouteAnswer> {
  const wish = wishOf(request, context)
  const own = await asRecipient(wish, context)
  await context.forum.write(context, (writing) => storePreference(writing, wish.userId, wish.key, false))
  const t = textsFor(own)
  const body = html`<p>${t('core.views.unsubscribe.done_text')}</p>`
  return { status: 200, html: smallPage(own, t('core.views.unsubscribe.done_title'), body) }
}

/** 404 for links that are not from us. */
function wishOf({ params }: RouteRequest, { forum }: Context): Wish {
  const [, userId, key, signature] = tokenPattern.exec(params.token ?? '') ?? []
  if (userId === undefined || key === undefined || signature === undefined) throw notFound()
  const wish = { userId: Number(userId), key }
  // Mails are read late: links that were signed under a former key still count.
  const isOurs = [forum.secrets, ...forum.secrets.previous].some(({ signing }) =>
    timingSafeEqual(Buffer.from(signature), Buffer.from(sign(signing, wish))),
  )
  if (!isOurs) throw notFound()
  return wish
}

/** The context with the language of whose mail it was; 404 when that account is gone. */
async function asRecipient({ userId }: Wish, context: Context): Promise<Context> {
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

function sign(signing: KeyObject, { userId, key }: Wish): string {
  return createHmac('sha256', signing).update(`unsubscribe ${userId} ${key}`).digest('base64url').slice(0, 22)
}
