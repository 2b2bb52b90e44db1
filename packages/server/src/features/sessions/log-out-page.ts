import { html } from '../../engine/http/html/html.ts'
import { smallPage } from '../../engine/http/html/small-page.ts'
import { type Context, translatorOf } from '../../points/context/context.ts'

/** `GET /logout` without the token: asks for confirmation, because another site may have linked here. */
export function logOutPage(context: Context, state: { csrfToken: string; returnTo: unknown }): string {
  const { forum, locale } = context
  const t = translatorOf(context)
  const query = new URLSearchParams({ token: state.csrfToken })
  if (typeof state.returnTo === 'string') query.set('return', state.returnTo)
  const question = forum.translate(
    'core.views.log_out.log_out_confirmation',
    { forum: forum.settings.get('forum_title') ?? '' },
    locale,
  )
  const body = html`<p>${question}</p>
<p><a class="Button Button--primary" href="${forum.baseUrl}/logout?${query.toString()}">${t('core.views.log_out.log_out_button')}</a></p>`
  return smallPage(context, t('core.views.log_out.title'), body)
}
