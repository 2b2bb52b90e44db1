import { html } from '../../engine/http/html/html.ts'
import { smallPage } from '../../engine/page/small-page.ts'
import { type Context, translatorOf } from '../../points/context/context.ts'
import type { RouteAnswer } from '../../points/requests/routes.ts'
import type { Session } from '../../points/requests/session.ts'

/** `GET /logout` without the token: asks for confirmation, because another site may have linked here. */
export function logOutPage(
  context: Context,
  { session, returnTo }: { session: Session; returnTo: unknown },
): Promise<RouteAnswer> {
  const { forum, locale } = context
  const t = translatorOf(context)
  const query = new URLSearchParams({ token: session.csrfToken })
  if (typeof returnTo === 'string') query.set('return', returnTo)
  const question = forum.translate(
    'core.views.log_out.log_out_confirmation',
    { forum: forum.settings.get('forum_title') ?? '' },
    locale,
  )
  const body = html`<p>${question}</p>
<p class="SessionPage-ways"><a class="Button Button--primary" href="${forum.baseUrl}/logout?${query.toString()}">${t('core.views.log_out.log_out_button')}</a>
<a class="Button Button--outline" href="${forum.baseUrl}/">${t('core.forum.page_error.home_link')}</a></p>`
  return smallPage(context, { path: '/logout', session, title: t('core.views.log_out.title'), body })
}
