import type { Context } from '@parley/server'
import { createAccessToken } from '@parley/server/access-tokens'

/** A forum of journeys, in another process. */
export interface ServedForum {
  url: string
  current: Pick<Context['forum'], 'database' | 'now'>
}

/** Sends a request below `/api` as a user, from outside of the browser. @throws for any other status than success. */
export async function sendAs<Answer>(
  { url, current: { database, now } }: ServedForum,
  userId: number,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
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
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}

/** Reacts to a post as a user, or takes that back with null. */
export function reactAs(
  forum: ServedForum,
  userId: number,
  postId: string,
  reaction: number | null,
): Promise<unknown> {
  const data = { type: 'posts', id: postId, attributes: { reaction } }
  return sendAs(forum, userId, 'PATCH', `/posts/${postId}`, { data })
}

/** Changes settings as the administrator. */
export function set(forum: ServedForum, settings: Readonly<Record<string, string>>): Promise<unknown> {
  return sendAs(forum, 1, 'POST', '/settings', settings)
}

/** Grants a permission to groups, and takes it from all others. */
export function grant(forum: ServedForum, permission: string, groupIds: readonly number[]): Promise<unknown> {
  return sendAs(forum, 1, 'POST', '/permission', { permission, groupIds: groupIds.map(String) })
}
