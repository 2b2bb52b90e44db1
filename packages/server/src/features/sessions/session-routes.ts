import { isForumPath } from '@parley/shared'
import { z } from 'zod'
import { apiContentType } from '../../engine/http/answers/documents.ts'
import { answer } from '../../engine/jsonapi/api.ts'
import { answerForm, renderFormPage } from '../../engine/page/form-pages.ts'
import { permissionDenied } from '../../infrastructure/errors.ts'
import { flag, text } from '../../infrastructure/schema/values.ts'
import type { Context } from '../../points/context/context.ts'
import type { Route, RouteAnswer, RouteRequest } from '../../points/requests/routes.ts'
import { createAccessToken, deleteAccessToken } from '../access-tokens/tokens.ts'
import { logIn } from './log-in.ts'
import { logOutPage } from './log-out-page.ts'
import { returnUrl } from './return-url.ts'

const logInBody = z.object({
  identification: text().describe('Name or e-mail address.'),
  password: text(),
  remember: flag().optional(),
})
const returnDescription = text().optional().describe('Where the form leads: a path of this forum.')
const loggedIn = z.object({ token: z.string(), userId: z.int() })

/** Logging in and out, signing up: in the API, from the client, and from forms without JavaScript (api-core 3.14). */
export const sessionRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/token',
    name: 'token',
    csrf: false,
    describes: {
      summary: 'Get an access token for a name or address and a password',
      body: logInBody,
      answers: { 200: { json: loggedIn }, 401: 'error', 429: 'error' },
    },
    async run({ body }, context): Promise<RouteAnswer> {
      const { token, userId } = await logIn(context, body)
      return { status: 200, json: { token, userId } }
    },
  },
  {
    method: 'GET',
    path: '/login',
    isAlwaysOpen: true,
    describes: {
      summary: 'Show the form to log in',
      query: { return: returnDescription },
      answers: { 200: 'page', 303: 'redirect', 404: 'error' },
    },
    run: (request, context) => formPage(request, context, '/login'),
  },
  {
    method: 'POST',
    path: '/login',
    name: 'login',
    isAlwaysOpen: true,
    jsonErrors: true,
    describes: {
      summary: 'Log in: bind the session to the account',
      body: logInBody,
      answers: { 200: { json: loggedIn }, 303: 'redirect', 401: 'error', 404: 'error', 429: 'error' },
    },
    run: postLogIn,
  },
  {
    method: 'GET',
    path: '/register',
    describes: {
      summary: 'Show the form to sign up',
      query: { return: returnDescription },
      answers: { 200: 'page', 303: 'redirect', 403: 'error', 404: 'error' },
    },
    run: getRegister,
  },
  {
    method: 'POST',
    path: '/register',
    name: 'register',
    jsonErrors: true,
    describes: {
      summary: 'Sign up and log in',
      body: z.object({
        username: text(),
        email: text().optional(),
        password: text().optional(),
        token: text().optional().describe('Registration token of a log-in at another site.'),
      }),
      answers: {
        201: { resource: 'users' },
        303: 'redirect',
        403: 'error',
        404: 'error',
        422: 'error',
        429: 'error',
      },
    },
    run: postRegister,
  },
  {
    method: 'GET',
    path: '/logout',
    isAlwaysOpen: true,
    describes: {
      summary: 'Log out, or ask for confirmation',
      query: { token: text().optional().describe('The CSRF token.'), return: text().optional() },
      answers: { 200: 'page', 302: 'redirect' },
    },
    run: getLogOut,
  },
]

/** Renders the client's page with a form; redirects users who are logged in to where the form leads. */
async function formPage(
  { query, session }: RouteRequest,
  context: Context,
  path: string,
): Promise<RouteAnswer> {
  const { actor, forum } = context
  if (!actor.isGuest) return { status: 303, redirect: forum.baseUrl + returnPath(query.return, context) }
  const search = typeof query.return === 'string' ? `?${new URLSearchParams({ return: query.return })}` : ''
  return renderFormPage(context, path + search, { session, status: 200 })
}

/** Where a log-in leads, below the base path: a page of this forum, and never back to a form. */
function returnPath(requested: unknown, { forum }: Context): string {
  if (!isForumPath(requested) || /^\/(?:login|register|logout)(?:[/?#]|$)/.test(requested)) return '/'
  return new URL(forum.baseUrl + requested).href.slice(forum.baseUrl.length)
}

function getRegister(request: RouteRequest, context: Context): Promise<RouteAnswer> {
  const { forum, actor, locale } = context
  if (actor.isGuest && !forum.settings.get('allow_sign_up')) {
    const detail = forum.translate('core.views.error.sign_up_closed', undefined, locale)
    throw permissionDenied({ problems: [{ detail }] })
  }
  return formPage(request, context, '/register')
}

async function postLogIn(request: RouteRequest, context: Context): Promise<RouteAnswer> {
  const { body, session } = request
  return answerOrForm(request, context, '/login', async () => {
    const typed = request.isForm ? { ...body, identification: trimmed(body.identification) } : body
    const { token, userId, remember } = await logIn(context, typed)
    session.logIn(token, remember)
    return { status: 200, json: { token, userId } }
  })
}

/** A name without the blanks that keyboards add. */
function trimmed(name: unknown): unknown {
  return typeof name === 'string' ? name.trim() : name
}

async function postRegister(request: RouteRequest, context: Context): Promise<RouteAnswer> {
  const { body, session } = request
  return answerOrForm(request, context, '/register', async () => {
    const { csrfToken: _, return: __, ...attributes } = body
    let token = ''
    const { status, document } = await answer(context, {
      type: 'users',
      endpoint: 'create',
      query: {},
      // Boxes of forms without a script have no booleans.
      body: { data: { attributes }, meta: { isForm: request.isForm } },
      async afterCreate(userId, { db, client, now }) {
        const newToken = { userId, type: 'session_remember', now, ...(client && { client }) } as const
        token = (await createAccessToken(db, newToken)).token
      },
    })
    session.logIn(token, true)
    return { status, json: document, contentType: apiContentType }
  })
}

/** Answers a form with a redirect to the forum on success, else with the form's page and its errors. */
async function answerOrForm(
  request: RouteRequest,
  context: Context,
  path: string,
  run: () => Promise<RouteAnswer>,
): Promise<RouteAnswer> {
  if (!request.isForm) return run()
  return answerForm(request, context, path, async () => {
    await run()
    return returnPath(request.body.return, context)
  })
}

async function getLogOut({ query, session }: RouteRequest, context: Context): Promise<RouteAnswer> {
  const target = returnUrl(query.return, context.forum)
  if (context.actor.isGuest) return { status: 302, redirect: target }
  if (!session.accepts(query.token)) {
    return logOutPage(context, { session, returnTo: query.return })
  }
  const { accessTokenId } = session
  await context.forum.write(context, async ({ db }) => {
    if (accessTokenId !== undefined) await deleteAccessToken(db, accessTokenId)
  })
  session.logOut()
  return { status: 302, redirect: target }
}
