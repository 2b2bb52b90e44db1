import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from '../context.ts'
import { ForumError, type Problem, validationError } from '../errors.ts'
import { type Html, html } from '../http/html.ts'
import { smallPage } from '../http/small-page.ts'
import type { Route, RouteAnswer, RouteRequest } from '../points/routes.ts'
import { installForum } from './install.ts'
import { accountFields, errorsOf, field } from './session-pages.ts'

/**
 * The set-up page, guarded by the one-time `code`. `done` has the forum put together again once it is set up.
 * The code is the protection against other sites: they do not know it.
 */
export function setUpRoutes(code: string, done: () => Promise<void>): Route[] {
  const post = async (request: RouteRequest, context: Context): Promise<RouteAnswer> => {
    try {
      if (!isCode(request.body.token, code)) throw invalidCode(context)
      const { token } = await installForum(context, {
        title: textOf(request.body.title),
        adminUsername: textOf(request.body.username),
        adminEmail: textOf(request.body.email),
        adminPassword: textOf(request.body.password),
      })
      request.session.logIn(token, true)
    } catch (error) {
      if (!(error instanceof ForumError)) throw error
      const { status } = error
      return { status, html: setUpPage(context, { sent: request.body, error }) }
    }
    await context.forum.reload()
    await done()
    return { status: 303, redirect: `${context.forum.baseUrl}/` }
  }
  return [
    {
      method: 'GET',
      path: '/setup',
      run: ({ query }, context) => ({ status: 200, html: setUpPage(context, { sent: query }) }),
    },
    { method: 'POST', path: '/setup', csrf: false, run: post },
  ]
}

interface SetUpState {
  sent: Readonly<Record<string, unknown>>
  error?: ForumError
}

function setUpPage(context: Context, { sent, error }: SetUpState): string {
  const { forum, locale } = context
  const t = (key: string) => forum.translate(key, undefined, locale)
  const help = (key: string): Html => html`<p><small>${t(key)}</small></p>`
  const body = html`<p>${t('core.views.set_up.text')}</p>
${errorsOf(error, t('core.lib.error.generic_message'), t)}
<form method="post" action="${forum.baseUrl}/setup">
${field('token', t('core.views.set_up.token_label'), sent)}
${help('core.views.set_up.token_help')}
${field('title', t('core.views.set_up.forum_title_label'), sent)}
<h2>${t('core.views.set_up.account_heading')}</h2>
<p>${t('core.views.set_up.account_text')}</p>
${accountFields(t, sent)}
${help('core.views.set_up.username_help')}
${help('core.views.set_up.password_help')}
<p><button type="submit">${t('core.views.set_up.submit_button')}</button></p>
</form>`
  return smallPage(context, t('core.views.set_up.title'), body)
}

function invalidCode({ forum, locale }: Context): ForumError {
  const detail = forum.translate('core.views.set_up.invalid_token_message', undefined, locale)
  const problem: Problem = { detail, pointer: '/data/attributes/token' }
  return validationError({ problems: [problem] })
}

function isCode(given: unknown, code: string): boolean {
  return typeof given === 'string' && timingSafeEqual(digest(given.trim()), digest(code))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
