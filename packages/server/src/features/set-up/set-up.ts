import { createHash, timingSafeEqual } from 'node:crypto'
import { ForumError, type Problem, validationError } from '../../infrastructure/errors.ts'
import type { Context } from '../../points/context/context.ts'
import type { Route, RouteAnswer, RouteRequest } from '../../points/requests/routes.ts'
import { createAccessToken } from '../access-tokens/tokens.ts'
import { installForum } from './install.ts'
import { setUpPage } from './set-up-page.ts'

/**
 * The set-up page, guarded by the one-time `code`, which also protects against cross-site request forgery.
 * @param done rebuilds the forum after it is set up.
 */
export function setUpRoutes(code: string, done: () => Promise<void>): Route[] {
  const post = async (request: RouteRequest, context: Context): Promise<RouteAnswer> => {
    let userId: number
    try {
      if (!isCode(request.body.token, code)) throw invalidCode(context)
      const installed = await installForum(context, {
        title: textOf(request.body.title),
        adminUsername: textOf(request.body.username),
        adminEmail: textOf(request.body.email),
        adminPassword: textOf(request.body.password),
      })
      userId = installed.userId
    } catch (error) {
      if (!(error instanceof ForumError)) throw error
      const { status } = error
      return { status, html: setUpPage(context, { sent: request.body, error }) }
    }
    await context.forum.reload()
    await done()
    const { token } = await context.forum.write(context, ({ db, client, now }) =>
      createAccessToken(db, { userId, type: 'session_remember', now, ...(client && { client }) }),
    )
    request.session.logIn(token, true)
    return { status: 303, redirect: `${context.forum.baseUrl}/` }
  }
  return [
    {
      method: 'GET',
      path: '/setup',
      // In safe mode only administrators are served, and a new forum has none yet.
      isAlwaysOpen: true,
      run: ({ query }, context) => ({ status: 200, html: setUpPage(context, { sent: query }) }),
    },
    { method: 'POST', path: '/setup', csrf: false, isAlwaysOpen: true, run: post },
  ]
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
