import { createAccessToken } from '@parley/server/access-tokens'
import { moderators } from '@parley/server/actor'
import { makeUser } from '@parley/testing/factories'
import type { ServedForum } from '@parley/testing/start-forum'

let moderator: { forum: ServedForum; token: string } | undefined

/** Renames a discussion over the API as a moderator, so that its author gets a notification. */
export async function renameAsModerator(forum: ServedForum, id: number, title: string): Promise<void> {
  if (moderator?.forum !== forum) moderator = { forum, token: await makeModerator(forum) }
  const answer = await fetch(`${forum.url}/api/discussions/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Token ${moderator.token}`, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'discussions', id: String(id), attributes: { title } } }),
  })
  if (!answer.ok) throw new Error(`Renaming failed with status ${answer.status}: ${await answer.text()}`)
}

async function makeModerator(forum: ServedForum): Promise<string> {
  const { id: userId } = await makeUser(forum, { username: 'archivist', groupIds: [moderators] })
  const { database, now } = forum.current
  const { token } = await database.transaction((db) =>
    createAccessToken(db, { userId, type: 'developer', now: now() }),
  )
  return token
}
