import type { Context } from '../context.ts'
import type { ForumError } from '../errors.ts'
import { type Html, html } from '../http/html.ts'
import { smallPage } from '../http/small-page.ts'

/** What a form shows: the values sent before, and what was wrong with them. */
export interface FormState {
  csrfToken: string
  sent?: Readonly<Record<string, unknown>>
  error?: ForumError
}

/** `GET /login`: works without JavaScript. */
export function logInPage(context: Context, { csrfToken, sent = {}, error }: FormState): string {
  const t = translatorOf(context)
  const body = html`${errorsOf(error, t('core.forum.log_in.invalid_login_message'), t)}
<form method="post" action="${context.forum.baseUrl}/login">
<input type="hidden" name="csrfToken" value="${csrfToken}">
${field('identification', t('core.forum.log_in.username_or_email_placeholder'), sent, { autocomplete: 'username' })}
${field('password', t('core.forum.log_in.password_placeholder'), {}, { type: 'password', autocomplete: 'current-password' })}
<p><label><input type="checkbox" name="remember" value="1"> ${t('core.forum.log_in.remember_me_label')}</label></p>
<p><button type="submit">${t('core.forum.log_in.submit_button')}</button></p>
</form>
<p><a href="${context.forum.baseUrl}/register">${t('core.forum.header.sign_up_link')}</a></p>`
  return smallPage(context, t('core.forum.log_in.title'), body)
}

/** `GET /register`: works without JavaScript. */
export function signUpPage(context: Context, { csrfToken, sent = {}, error }: FormState): string {
  const t = translatorOf(context)
  const body = html`${errorsOf(error, t('core.lib.error.generic_message'), t)}
<form method="post" action="${context.forum.baseUrl}/register">
<input type="hidden" name="csrfToken" value="${csrfToken}">
${accountFields(t, sent)}
<p><button type="submit">${t('core.forum.sign_up.submit_button')}</button></p>
</form>
<p><a href="${context.forum.baseUrl}/login">${t('core.forum.header.log_in_link')}</a></p>`
  return smallPage(context, t('core.forum.sign_up.title'), body)
}

/** `GET /logout` without the token: asks first, since a link elsewhere may have led here. */
export function logOutPage(context: Context, state: { csrfToken: string; returnTo: unknown }): string {
  const { forum } = context
  const t = translatorOf(context)
  const query = new URLSearchParams({ token: state.csrfToken })
  if (typeof state.returnTo === 'string') query.set('return', state.returnTo)
  const question = forum.translate(
    'core.views.log_out.log_out_confirmation',
    { forum: forum.settings.get('forum_title') ?? '' },
    context.locale,
  )
  const body = html`<p>${question}</p>
<p><a href="${forum.baseUrl}/logout?${query.toString()}">${t('core.views.log_out.log_out_button')}</a></p>`
  return smallPage(context, t('core.views.log_out.title'), body)
}

/** Name, address and password of an account to be made. */
export function accountFields(t: (key: string) => string, sent: Readonly<Record<string, unknown>>): Html {
  return html`${field('username', t('core.ref.username'), sent, { autocomplete: 'username' })}
${field('email', t('core.ref.email'), sent, { type: 'email', autocomplete: 'email' })}
${field('password', t('core.ref.password'), {}, { type: 'password', autocomplete: 'new-password' })}`
}

export function field(
  name: string,
  label: string,
  sent: Readonly<Record<string, unknown>>,
  attributes: { type?: string; autocomplete?: string } = {},
): Html {
  const { type = 'text', autocomplete = 'off' } = attributes
  const value = typeof sent[name] === 'string' ? sent[name] : ''
  return html`<p><label>${label}<br>
<input type="${type}" name="${name}" value="${value}" autocomplete="${autocomplete}" required></label></p>`
}

/** What was wrong: each problem, or one text where the error names none. */
export function errorsOf(
  error: ForumError | undefined,
  unauthenticated: string,
  t: (key: string) => string,
): Html | undefined {
  if (!error) return undefined
  const lines = error.problems.flatMap(({ detail }) => detail?.split('\n') ?? [])
  if (lines.length === 0) lines.push(textOf(error, unauthenticated, t))
  return html`<div role="alert">${lines.map((line) => html`<p>${line}</p>`)}</div>`
}

function textOf({ status }: ForumError, unauthenticated: string, t: (key: string) => string): string {
  if (status === 401) return unauthenticated
  if (status === 403) return t('core.lib.error.permission_denied_message')
  return status === 429
    ? t('core.lib.error.rate_limit_exceeded_message')
    : t('core.lib.error.generic_message')
}

function translatorOf({ forum, locale }: Context): (key: string) => string {
  return (key) => forum.translate(key, undefined, locale)
}
