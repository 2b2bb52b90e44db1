import { type FormFieldOptions, formField } from '../../engine/http/html/form-field.ts'
import { html } from '../../engine/http/html/html.ts'
import { plainPage } from '../../engine/http/html/plain-page.ts'
import type { ForumError } from '../../infrastructure/errors.ts'
import { type Context, translatorOf } from '../../points/context/context.ts'

/** State of the form: the values sent before, and their errors. */
export interface SetUpState {
  sent: Readonly<Record<string, unknown>>
  error?: ForumError
}

/** `GET /setup`: a form without the client, which needs a forum. */
export function setUpPage(context: Context, { sent, error }: SetUpState): string {
  const { forum } = context
  const t = translatorOf(context)
  const problems = error?.problems ?? []
  const field = (name: string, options: FormFieldOptions) =>
    formField(name, { ...options, value: sentText(sent[name], options), problems })
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
  return plainPage(context, t('core.views.set_up.title'), body)
}

function sentText(value: unknown, options: FormFieldOptions): string {
  return options.type !== 'password' && typeof value === 'string' ? value : ''
}
