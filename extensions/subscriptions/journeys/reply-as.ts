import type { Context } from '@parley/server'
import { createAccessToken } from '@parley/server/access-tokens'

/** A forum of journeys, in another process. */
interface ServedForum {
  url: string
  current: Pick<Context['forum'], 'database' | 'now'>
}

/** Replies to a discussion over the API, from outside of the browser. */
export async function replyAs(
  { url, current: { database, now } }: ServedForum,
  user: { id: number },
  discussionId: number,
  content: string,
): Promise<void> {
  const { token } = await database.transaction((db) =>
    createAccessToken(db, { userId: user.id, type: 'developer', now: now() }),
  )
  const discussion = { data: { type: 'discussions', id: String(discussionId) } }
  const response = await fetch(`${url}/api/posts`, {
    method: 'POST',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      data: { type: 'posts', attributes: { content }, relationships: { discussion } },
    }),
  })
  if (!response.ok)
    throw new Error(`The reply was answered with ${response.status}: ${await response.text()}`)
}
