import type { Context } from '@parley/server'
import { createAccessToken } from '@parley/server/access-tokens'

/** A forum of journeys, in another process. */
interface ServedForum {
  url: string
  current: Pick<Context['forum'], 'database' | 'now'>
}

const path = '/fof/terms/policies'

interface Answer {
  data: { id: string }[] & { id: string }
}

/** Sends a request as the forum's administrator, from outside of the browser. */
async function send(
  { url, current: { database, now } }: ServedForum,
  [method, path]: readonly [string, string],
  body?: object,
): Promise<Answer | undefined> {
  const { token } = await database.transaction((db) =>
    createAccessToken(db, { userId: 1, type: 'developer', now: now() }),
  )
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}`)
  return answer.status === 204 ? undefined : ((await answer.json()) as Answer)
}

/** Gives the forum these policies in place of those of the journeys before. @returns their ids. */
export async function setPolicies(forum: ServedForum, policies: readonly object[]): Promise<string[]> {
  const stored = await send(forum, ['GET', path])
  for (const { id } of stored?.data ?? []) await send(forum, ['DELETE', `${path}/${id}`])
  const ids: string[] = []
  for (const attributes of policies)
    ids.push((await send(forum, ['POST', path], { data: { attributes } }))?.data.id ?? '')
  return ids
}

/** Grants a permission to groups. */
export async function grant(
  forum: ServedForum,
  permission: string,
  groupIds: readonly number[],
): Promise<void> {
  await send(forum, ['POST', '/permission'], { permission, groupIds: groupIds.map(String) })
}
