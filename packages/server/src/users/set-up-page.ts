import type { Context } from '../context.ts'
import type { ForumError, Problem } from '../errors.ts'
import { type Html, html } from '../http/html.ts'
import { smallPage } from '../http/small-page.ts'

/** What the form shows: the values sent before, and what was wrong with them. */
export interface SetUpState {
  sent: Readonly<Record<string, unknown>>
  error?: ForumError
}

interface FieldLook {
  label: string
  help?: string
  type?: string
  autocomplete?: string
}

/** `GET /setup`: a form that works without the client, because there is no forum yet. */
export function setUpPage(context: Context, { sent, error }: SetUpState): string {
  const { forum, locale } = context
  const t = (key: string) => forum.translate(key, undefined, locale)
  const field = (name: string, look: FieldLook) => fieldOf(name, look, sent, error?.problems ?? [])
  const general = error?.problems.length === 0 ? t('core.lib.error.generic_message') : undefined
  const body = html`<p class="Muted">${t('core.views.set_up.text')}</p>
${general === undefined ? undefined : html`<div class="Alert Alert--danger" role="alert"><p class="Alert-text">${general}</p></div>`}
<form class="SessionForm" method="post" action="${forum.baseUrl}/setup">
${field('token', { label: t('core.views.set_up.token_label'), help: t('core.views.set_up.token_help') })}
${field('title', { label: t('core.views.set_up.forum_title_label') })}
<h2>${t('core.views.set_up.account_heading')}</h2>
<p class="Muted Small">${t('core.views.set_up.account_text')}</p>
${field('username', { label: t('core.ref.username'), help: t('core.views.set_up.username_help'), autocomplete: 'username' })}
${field('email', { label: t('core.ref.email'), type: 'email', autocomplete: 'email' })}
${field('password', { label: t('core.ref.password'), help: t('core.views.set_up.password_help'), type: 'password', autocomplete: 'new-password' })}
<button class="Button Button--primary Button--block" type="submit">${t('core.views.set_up.submit_button')}</button>
</form>`
  return smallPage(context, t('core.views.set_up.title'), body)
}

function fieldOf(
  name: string,
  { label, help, type = 'text', autocomplete = 'off' }: FieldLook,
  sent: Readonly<Record<string, unknown>>,
  problems: readonly Problem[],
): Html {
  const value = type !== 'password' && typeof sent[name] === 'string' ? sent[name] : ''
  const wrong = problems.filter(({ pointer }) => pointer?.endsWith(`/${name}`)).map(({ detail }) => detail)
  const described = [help && `${name}-help`, wrong.length > 0 && `${name}-error`].filter(Boolean).join(' ')
  return html`<div class="Field">
<label class="Field-label" for="${name}">${label}</label>
<input class="Input" id="${name}" type="${type}" name="${name}" value="${value}" autocomplete="${autocomplete}" required${invalid(wrong.length > 0)} aria-describedby="${described}">
${help === undefined ? undefined : html`<p class="Field-help" id="${name}-help">${help}</p>`}
${wrong.length === 0 ? undefined : html`<p class="Field-error" id="${name}-error">${wrong.join(' ')}</p>`}
</div>`
}

function invalid(isInvalid: boolean): Html | undefined {
  return isInvalid ? html` aria-invalid="true" autofocus` : undefined
}
