import type { Context } from '@parley/server'
import { createAccessToken } from '@parley/server/access-tokens'

/** A forum of journeys, in another process. */
export interface ServedForum {
  url: string
  current: Pick<Context['forum'], 'database' | 'now'>
}

/** A post that the API has answered. */
export interface SentPost {
  id: string
  attributes: { number: number }
}

/** Sends a request below `/api` as a user, from outside of the browser. @throws for any other status than success. */
export async function sendAs<Data>(
  { url, current: { database, now } }: ServedForum,
  userId: number,
  method: string,
  path: string,
  body?: object,
): Promise<Data> {
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
  return (text === '' ? undefined : JSON.parse(text).data) as Data
}

/** Replies to a discussion as a user. */
export function replyAs(
  forum: ServedForum,
  userId: number,
  discussionId: number,
  content: string,
): Promise<SentPost> {
  const discussion = { data: { type: 'discussions', id: String(discussionId) } }
  return sendAs(forum, userId, 'POST', '/posts', {
    data: { type: 'posts', attributes: { content }, relationships: { discussion } },
  })
}

/** Changes attributes of a post as a user. */
export function changePostAs(
  forum: ServedForum,
  userId: number,
  id: string,
  attributes: object,
): Promise<SentPost> {
  return sendAs(forum, userId, 'PATCH', `/posts/${id}`, { data: { type: 'posts', id, attributes } })
}
