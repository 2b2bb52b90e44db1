import { ForumError, notFound } from '../../infrastructure/errors.ts'
import type { Context, PageRequest } from '../../points/context/context.ts'
import type { RouteAnswer, RouteRequest } from '../../points/requests/routes.ts'
import type { Session } from '../../points/requests/session.ts'
import { errorDocument } from '../http/answers/documents.ts'

interface FormPage {
  session: Session
  status: number
  headers?: Readonly<Record<string, string>>
  /** The failed form that the page shows again. */
  form?: PageRequest['form']
}

/** Renders the client's page at `path` (below the base path) with a form that works without a script. */
export async function renderFormPage(
  context: Context,
  path: string,
  { session, form, ...answer }: FormPage,
): Promise<RouteAnswer> {
  const { forum } = context
  if (!forum.pages) throw notFound()
  const { pathname, search } = new URL(forum.baseUrl + path)
  const url = pathname + search
  const { html, status } = await forum.pages.render(context, { url, session, ...(form && { form }) })
  return { ...answer, status: answer.status === 200 ? status : answer.status, html }
}

/**
 * Answers a form that was posted without a script: `run` carries it out and returns where to redirect (below the
 * base path). If `run` fails, the page at `path` shows the form again, with the errors.
 */
export async function answerForm(
  { session, body }: RouteRequest,
  context: Context,
  path: string,
  run: () => Promise<string>,
): Promise<RouteAnswer> {
  try {
    return { status: 303, redirect: context.forum.baseUrl + (await run()) }
  } catch (error) {
    if (!(error instanceof ForumError) || error.status >= 500) throw error
    const { status, headers } = error
    const form = { errors: errorDocument(error).errors, values: valuesOf(body) }
    return renderFormPage(context, path, { session, status, headers, form })
  }
}

/** The values of the form, without the password and the CSRF token. Lists are joined by commas. */
function valuesOf(body: RouteRequest['body']): Record<string, string> {
  const texts = Object.entries(body).flatMap(([name, value]): [string, string][] => {
    const isText = typeof value === 'string' || (Array.isArray(value) && value.every(isString))
    return isText && name !== 'password' && name !== 'csrfToken' ? [[name, String(value)]] : []
  })
  return Object.fromEntries(texts)
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}
