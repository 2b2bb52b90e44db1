import { formField } from '../../engine/http/html/form-field.ts'
import { html } from '../../engine/http/html/html.ts'
import { smallPage } from '../../engine/page/small-page.ts'
import type { Problem } from '../../infrastructure/errors.ts'
import { type Context, translatorOf } from '../../points/context/context.ts'
import type { RouteAnswer } from '../../points/requests/routes.ts'
import type { Session } from '../../points/requests/session.ts'

/** State of the form for a forgotten password. */
interface ForgotPage {
  session: Session
  problems: readonly Problem[]
  /** The form was submitted and accepted. */
  isSent: boolean
}

/** `GET /forgot`: asks for the address of the account. */
export function forgotPage(
  context: Context,
  { session, problems, isSent }: ForgotPage,
): Promise<RouteAnswer> {
  const { forum } = context
  const t = translatorOf(context)
  const label = t('core.ref.email')
  const form = html`<p>${t('core.forum.forgot_password.text')}</p>
<form class="SessionForm" method="post" action="${forum.baseUrl}/forgot">
<input type="hidden" name="csrfToken" value="${session.csrfToken}">
${formField('email', { label, type: 'email', autocomplete: 'email', problems })}
<button class="Button Button--primary Button--block" type="submit">${t('core.forum.forgot_password.submit_button')}</button>
</form>`
  const sent = html`<p role="status">${t('core.forum.forgot_password.email_sent_message')}</p>
<p class="SessionPage-ways"><a class="Button Button--primary" href="${forum.baseUrl}/login">${t('core.ref.log_in')}</a>
<a class="Button Button--outline" href="${forum.baseUrl}/forgot">${t('core.forum.forgot_password.again_link')}</a></p>`
  return smallPage(context, {
    path: '/forgot',
    session,
    title: t('core.forum.forgot_password.title'),
    body: isSent ? sent : form,
    headers: { 'cache-control': 'no-store' },
  })
}
