import { createAccessToken } from '@parley/server/access-tokens'
import type { ServedForum } from '@parley/testing/start-forum'

/** Sends data of a resource below `/api` as a user. @returns the id of the answered resource. @throws if it is refused. */
export function sendAs(
  forum: ServedForum,
  userId: number,
  method: 'PATCH' | 'POST',
  path: string,
  data: object,
): Promise<string> {
  return send(forum, userId, method, path, { data })
}

/** Deletes what stands below `/api` at a path, as the forum's administrator. */
export async function remove(forum: ServedForum, path: string): Promise<void> {
  await send(forum, 1, 'DELETE', path, {})
}

/** Changes settings as the forum's administrator. */
export async function changeSettings(
  forum: ServedForum,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  await send(forum, 1, 'POST', '/settings', settings)
}

/** Grants a permission to groups, and takes it from all others, as the forum's administrator. */
export async function grant(
  forum: ServedForum,
  permission: string,
  groupIds: readonly number[],
): Promise<void> {
  await send(forum, 1, 'POST', '/permission', { permission, groupIds: groupIds.map(String) })
}

/** Replies to a discussion as a user. @returns the id of the post. */
export function replyAs(
  forum: ServedForum,
  userId: number,
  discussionId: number,
  content: string,
): Promise<string> {
  const discussion = { data: { type: 'discussions', id: String(discussionId) } }
  return sendAs(forum, userId, 'POST', '/posts', {
    type: 'posts',
    attributes: { content },
    relationships: { discussion },
  })
}

async function send(
  { url, current: { database, now } }: ServedForum,
  userId: number,
  method: string,
  path: string,
  body: object,
): Promise<string> {
  const { token } = await database.transaction((db) =>
    createAccessToken(db, { userId, type: 'developer', now: now() }),
  )
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return text === '' ? '' : JSON.parse(text).data.id
}
