import { z } from 'zod'
import { formField } from '../../../engine/http/html/form-field.ts'
import { html } from '../../../engine/http/html/html.ts'
import { plainPage } from '../../../engine/http/html/plain-page.ts'
import { notFound } from '../../../infrastructure/errors.ts'
import { readFields } from '../../../infrastructure/schema/problems.ts'
import { strictFlag } from '../../../infrastructure/schema/values.ts'
import type { Escaped } from '../../../infrastructure/xml/escaped.ts'
import { requireAdministrator } from '../../../points/context/actor.ts'
import { type Context, translatorOf } from '../../../points/context/context.ts'
import type { Route, RouteAnswer, RouteRequest } from '../../../points/requests/routes.ts'
import { privatePageHeaders } from '../../accounts/private-page-headers.ts'
import { invalidConfirmationToken } from '../../accounts/tokens.ts'
import { isSafeModeToken, useSafeModeToken } from './links.ts'

const path = '/safe-mode/:token'
const switchFields = { enabled: strictFlag() }

/** The link that `parley safe-mode` prints, and the switch of administrators. */
export const safeModeRoutes: Route[] = [
  {
    method: 'GET',
    path,
    isAlwaysOpen: true,
    describes: {
      summary: 'Ask an administrator whether to start the safe mode',
      answers: { 200: 'page', 403: 'error' },
    },
    run: showLink,
  },
  {
    method: 'POST',
    path,
    name: 'safe-mode',
    isAlwaysOpen: true,
    describes: { summary: 'Start the safe mode', answers: { 302: 'redirect', 403: 'error' } },
    run: useLink,
  },
  {
    method: 'POST',
    path: '/api/admin/safe-mode',
    describes: {
      summary: 'Start or leave the safe mode',
      body: z.object(switchFields),
      answers: { 204: 'empty', 403: 'error', 409: 'error', 422: 'error' },
    },
    async run({ body }, context) {
      requireAdministrator(context)
      const { enabled } = readFields(switchFields, body, translatorOf(context))
      await context.forum.extensions.setSafeMode(enabled, context)
      return { status: 204, empty: true }
    },
  },
]

/** The page needs neither a script nor the client: an extension may have broken those. */
async function showLink({ params, session }: RouteRequest, context: Context): Promise<RouteAnswer> {
  const { actor, db, now } = context
  const t = translatorOf(context)
  const token = params.token ?? ''
  const csrf = html`<input type="hidden" name="csrfToken" value="${session.csrfToken}">`
  if (actor.isGuest) return page(context, logInForm(context, token, csrf))
  requireAdministrator(context)
  if (!(await isSafeModeToken(db, token, now))) throw invalidConfirmationToken()
  return page(
    context,
    html`<p>${t('core.views.safe_mode.text')}</p>
<form method="post">${csrf}
<button class="Button Button--primary Button--block" type="submit">${t('core.views.safe_mode.submit_button')}</button>
</form>`,
  )
}

function logInForm({ forum, ...context }: Context, token: string, csrf: Escaped): Escaped {
  const t = translatorOf({ ...context, forum })
  return html`<p>${t('core.views.safe_mode.log_in_text')}</p>
<form class="SessionForm" method="post" action="${forum.baseUrl}/login">${csrf}
<input type="hidden" name="return" value="/safe-mode/${token}">
${formField('identification', { label: t('core.forum.log_in.username_or_email_placeholder'), autocomplete: 'username' })}
${formField('password', { label: t('core.ref.password'), type: 'password', autocomplete: 'current-password' })}
<button class="Button Button--primary Button--block" type="submit">${t('core.ref.log_in')}</button>
</form>`
}

function page(context: Context, body: Escaped): RouteAnswer {
  const title = translatorOf(context)('core.views.safe_mode.title')
  return { status: 200, html: plainPage(context, title, body), headers: privatePageHeaders }
}

async function useLink({ params }: RouteRequest, context: Context): Promise<RouteAnswer> {
  requireAdministrator(context)
  const { forum } = context
  const token = params.token ?? ''
  if (token === '') throw notFound()
  const isUsed = await forum.write(context, ({ db, now }) => useSafeModeToken(db, token, now))
  if (!isUsed) throw invalidConfirmationToken()
  if (forum.extensions.safeMode === 'off') await forum.extensions.setSafeMode(true, context)
  return { status: 302, headers: privatePageHeaders, redirect: `${forum.baseUrl}/admin/extensions` }
}
