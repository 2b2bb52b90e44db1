import type { Escaped } from '../../infrastructure/xml/escaped.ts'
import type { Context } from '../../points/context/context.ts'
import type { RouteAnswer } from '../../points/requests/routes.ts'
import type { Session } from '../../points/requests/session.ts'
import { plainPage } from '../http/html/plain-page.ts'

/** A page with texts and forms of the server. */
export interface SmallPageOptions {
  /** Its address below the base path. */
  path: string
  /** Absent where the page must not begin a session. */
  session?: Session
  title: string
  /** Everything below the heading. */
  body: Escaped
  headers?: Readonly<Record<string, string>>
}

/** Answers with a page that works without a script, in the forum's own frame. */
export async function smallPage(
  context: Context,
  { path, session, title, body, headers }: SmallPageOptions,
): Promise<RouteAnswer> {
  const { pages, baseUrl } = context.forum
  const answer = { status: 200, ...(headers && { headers }) }
  if (!pages) return { ...answer, html: plainPage(context, title, body) }
  const page = { title, html: body.text, status: 200 }
  const url = new URL(baseUrl + path).pathname
  const { html } = await pages.render(context, {
    url,
    ...(session && { session }),
    smallPage: page,
  })
  return { ...answer, html }
}
