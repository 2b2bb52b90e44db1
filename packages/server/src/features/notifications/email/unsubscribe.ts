import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { html } from '../../../engine/http/html/html.ts'
import { smallPage } from '../../../engine/page/small-page.ts'
import { notFound } from '../../../infrastructure/errors.ts'
import { seal, tryUnseal } from '../../../infrastructure/keys/sealing.ts'
import type { Escaped } from '../../../infrastructure/xml/escaped.ts'
import type { Context, Forum } from '../../../points/context/context.ts'
import type { Unfollow } from '../../../points/notifications/notifications.ts'
import type { Route, RouteAnswer, RouteRequest } from '../../../points/requests/routes.ts'
import { chosenLocale, storePreference } from '../../users/preferences.ts'

/** The content of a link. */
interface UnsubscribeLink {
  userId: number
  /** The preference to switch off. */
  key: string
  /** The notification type whose `unfollow` the page offers, and the subject; undefined for a type without. */
  about?: { type: string; subjectId: number } | undefined
}

const purpose = 'unsubscribe'
const linkSchema = z.tuple([z.number(), z.string(), z.string().nullable(), z.number().nullable()])

/**
 * An address that stops mails without logging in. Its content is sealed, so that it tells nothing about the account, and it
 * never expires, because mails are read late.
 */
export function unsubscribeUrl({ baseUrl, secrets }: Forum, { userId, key, about }: UnsubscribeLink): string {
  const content = JSON.stringify([userId, key, about?.type ?? null, about?.subjectId ?? null])
  const token = Buffer.from(seal(secrets, purpose, content), 'base64').toString('base64url')
  return `${baseUrl}/unsubscribe/${token}`
}

/** The member of the form that says what to stop, and its value for `unfollow` instead of all mails of the kind. */
const choice = 'stop'
const onlySubject = 'subject'

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
    describes: {
      summary: 'Stop mails of one kind, or about one subject',
      body: z.object({ [choice]: z.enum([onlySubject, '']).optional() }),
      answers: { 200: 'page', 404: 'error' },
    },
    csrf: false,
    run: (request, context) => unsubscribe(request, context),
  },
]

async function showForm(request: RouteRequest, context: Context): Promise<RouteAnswer> {
  const link = readLink(request, context)
  const recipientContext = await withRecipientLocale(link, context)
  const t = textsFor(recipientContext)
  const unfollow = unfollowOf(link, context)
  const button = (label: string, value = '') =>
    html`<p><button class="Button Button--primary" type="submit" name="${choice}" value="${value}">${t(label)}</button></p>`
  const body = unfollow
    ? html`<p>${t('core.views.unsubscribe.choice_text')}</p>
<form method="post">${button(unfollow.label, onlySubject)}${button('core.views.unsubscribe.all_button')}</form>`
    : html`<p>${t('core.views.unsubscribe.text')}</p>
<form method="post">${button('core.views.unsubscribe.submit_button')}</form>`
  return page(request, recipientContext, t('core.views.unsubscribe.title'), body)
}

/** Mail programs choose nothing: they stop all mails of the kind. */
async function unsubscribe(request: RouteRequest, context: Context): Promise<RouteAnswer> {
  const link = readLink(request, context)
  const recipientContext = await withRecipientLocale(link, context)
  const { userId, key, about } = link
  const unfollow = request.body[choice] === onlySubject ? unfollowOf(link, context) : undefined
  await context.forum.write(context, (writing) =>
    unfollow && about
      ? unfollow.run(userId, about.subjectId, writing)
      : storePreference(writing, userId, key, false),
  )
  const t = textsFor(recipientContext)
  const body = html`<p>${t(unfollow?.doneText ?? 'core.views.unsubscribe.done_text')}</p>`
  return page(request, recipientContext, t('core.views.unsubscribe.done_title'), body)
}

/** How the recipient ends the notifications about the subject; undefined if the extension of the type is disabled now. */
function unfollowOf({ about }: UnsubscribeLink, { forum }: Context): Unfollow | undefined {
  return about && forum.points.notifications.types.get(about.type)?.unfollow
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

/** Reads the content of a link; 404 for one that this forum has not made. */
function readLink({ params }: RouteRequest, { forum }: Context): UnsubscribeLink {
  const token = params.token ?? ''
  // Several texts decode to the same bytes: only the one that was made is accepted.
  const isExact = Buffer.from(token, 'base64url').toString('base64url') === token
  const sealed = isExact ? tryUnseal(forum.secrets, purpose, token) : undefined
  if (sealed === undefined) return readSignedLink(token, forum)
  const [userId, key, type, subjectId] = linkSchema.parse(JSON.parse(sealed))
  return { userId, key, ...(type !== null && subjectId !== null && { about: { type, subjectId } }) }
}

const signedPattern = /^(\d{1,15})\.([\w-]{1,200})\.([\w-]{22})$/

/** Links in mails of earlier versions are signed. */
function readSignedLink(token: string, { secrets }: Forum): UnsubscribeLink {
  const [, id, key, signature] = signedPattern.exec(token) ?? []
  if (id === undefined || key === undefined || signature === undefined) throw notFound()
  const userId = Number(id)
  const isSigned = [secrets, ...secrets.previous].some(({ signing }) => {
    const expected = createHmac('sha256', signing).update(`unsubscribe ${userId} ${key}`).digest('base64url')
    return timingSafeEqual(Buffer.from(signature), Buffer.from(expected.slice(0, signature.length)))
  })
  if (!isSigned) throw notFound()
  return { userId, key }
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
