import { formField } from '../../engine/http/html/form-field.ts'
import { html } from '../../engine/http/html/html.ts'
import { smallPage } from '../../engine/http/html/small-page.ts'
import type { Problem } from '../../infrastructure/errors.ts'
import { type Context, translatorOf } from '../../points/context/context.ts'

/** State of the form for a forgotten password. */
interface ForgotPage {
  csrfToken: string
  problems: readonly Problem[]
  /** The form was submitted and accepted. */
  isSent: boolean
}

/** `GET /forgot`: asks for the address of the account. */
export function forgotPage(context: Context, { csrfToken, problems, isSent }: ForgotPage): string {
  const { forum } = context
  const t = translatorOf(context)
  const label = t('core.ref.email')
  const form = html`<p>${t('core.forum.forgot_password.text')}</p>
<form class="SessionForm" method="post" action="${forum.baseUrl}/forgot">
<input type="hidden" name="csrfToken" value="${csrfToken}">
${formField('email', { label, type: 'email', autocomplete: 'email', problems })}
<button class="Button Button--primary Button--block" type="submit">${t('core.forum.forgot_password.submit_button')}</button>
</form>`
  const sent = html`<p role="status">${t('core.forum.forgot_password.email_sent_message')}</p>`
  return smallPage(context, t('core.forum.forgot_password.title'), isSent ? sent : form)
}
