import type { SmallPage } from '@parley/shared'
import type { ForumError } from '../../../infrastructure/errors.ts'
import { Escaped } from '../../../infrastructure/xml/escaped.ts'
import { type Context, translatorOf } from '../../../points/context/context.ts'
import { forumFactsOf } from '../../../points/requests/forum-facts.ts'
import type { Session } from '../../../points/requests/session.ts'
import { html } from './html.ts'
import { plainPage } from './plain-page.ts'

/** A failed request outside the API. */
export interface FailedRequest {
  /** Path and query, with the base path. */
  url: string
  /** Absent where the request failed before its session was known. */
  session?: Session | undefined
  error: ForumError
  /** Id of the log entry, for unexpected failures. */
  logId?: string | undefined
}

/**
 * Renders the page for a failure with React, in the usual layout. Falls back to a plain page for 5xx (rendering may be the
 * cause, or the server is busy), for 429 (refusing must cost little), and if rendering fails.
 */
export async function errorPage(context: Context, failed: FailedRequest): Promise<string | Buffer> {
  const { url, session, error } = failed
  const { pages, budgets, log } = context.forum
  const page = describe(context, failed)
  const plain = () => plainPage(context, page.title, new Escaped(page.html))
  if (!pages || error.status >= 500 || error.status === 429) return plain()
  try {
    const request = { url, ...(session && { session }), smallPage: page }
    const { html } = await budgets.answers.hold(1, () => pages.render(context, request))
    return html
  } catch (err) {
    log.warn({ err, url }, 'An error page could not be rendered')
    return plain()
  }
}

function describe(context: Context, { error, logId }: FailedRequest): SmallPage {
  const t = translatorOf(context)
  const key = `core.views.error.${error.code}`
  const translated = t(key)
  const message = translated === key ? t('core.views.error.unknown') : translated
  const details = error.problems.flatMap(({ detail }) =>
    detail === undefined ? [] : [html`<p>${detail}</p>`],
  )
  const number = logId === undefined ? undefined : html`<p class="Muted Small">${error.status} · ${logId}</p>`
  const body = html`<p>${message}</p>
${details}${nextSteps(context, error, t)}${number}`
  return { title: t(titleKey(error, context)), html: body.text, status: error.status, icon: iconOf(error) }
}

function titleKey({ code, status }: ForumError, { actor }: Context): string {
  if (code === 'invalid_confirmation_token' || code === 'view_as_ended')
    return 'core.forum.page_error.expired_title'
  if (status === 404) return 'core.forum.page_error.not_found_title'
  if (status === 401 && actor.isGuest) return 'core.forum.page_error.unauthenticated_title'
  if (status === 401 || status === 403) return 'core.forum.page_error.forbidden_title'
  return 'core.forum.page_error.failed_title'
}

function iconOf({ status }: ForumError): string {
  if (status === 404) return 'eyeoff'
  return status === 401 || status === 403 ? 'shield' : 'warn'
}

/** Renders links that lead on from a failure. An empty address reloads the page. */
function nextSteps(
  { forum, actor }: Context,
  { code, status }: ForumError,
  t: ReturnType<typeof translatorOf>,
): Escaped {
  const link = (look: string, href: string, text: string) =>
    html`<a class="Button Button--${look}" href="${href}">${text}</a>\n`
  const isForAdministrators = code === 'maintenance' && forum.isForAdministratorsOnly
  const offersLogIn =
    actor.isGuest && code !== 'view_as_ended' && (status === 401 || status === 403 || isForAdministrators)
  const isExpired = code === 'invalid_confirmation_token'
  const { title: name } = forumFactsOf(forum)
  return html`<div class="Empty-actions">${[
    ...(offersLogIn ? [link('primary', `${forum.baseUrl}/login`, t('core.ref.log_in'))] : []),
    ...(offersLogIn && isExpired
      ? [link('outline', `${forum.baseUrl}/forgot`, t('core.forum.log_in.forgot_password_link'))]
      : []),
    ...(isForAdministrators && !actor.isGuest
      ? [link('outline', `${forum.baseUrl}/logout`, t('core.ref.log_out'))]
      : []),
    code === 'csrf_token_mismatch'
      ? link('outline', '', t('core.views.error.csrf_token_mismatch_return_link'))
      : link('outline', `${forum.baseUrl}/`, t('core.views.error.not_found_return_link', { forum: name })),
  ]}</div>\n`
}
