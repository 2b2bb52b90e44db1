import type { Context } from '@parley/server'
import { createAccessToken } from '@parley/server/access-tokens'
import type { Page } from '../shared.ts'

/** A forum of journeys, in another process. */
export interface ServedForum {
  url: string
  current: Pick<Context['forum'], 'database' | 'now'>
}

/** Sends a request below `/api` from outside of the browser, as the forum's administrator or another user. @throws for failures. */
export async function send(
  { url, current: { database, now } }: ServedForum,
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  userId = 1,
): Promise<string> {
  const { token } = await database.transaction((db) =>
    createAccessToken(db, { userId, type: 'developer', now: now() }),
  )
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return text
}

/** Creates a page as the forum's administrator. @returns its id. */
export async function makePage(forum: ServedForum, attributes: Partial<Page>): Promise<string> {
  const content = 'Be kind.'
  const answer = await send(forum, 'POST', '/pages', {
    data: { type: 'pages', attributes: { content, ...attributes } },
  })
  return JSON.parse(answer).data.id
}

/** Changes a page as the forum's administrator, as another one does meanwhile. */
export async function changePage(forum: ServedForum, id: string, attributes: Partial<Page>): Promise<void> {
  await send(forum, 'PATCH', `/pages/${id}`, { data: { type: 'pages', id, attributes } })
}
