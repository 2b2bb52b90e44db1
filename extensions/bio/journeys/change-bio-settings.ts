import type { Context } from '@parley/server'
import { createAccessToken } from '@parley/server/access-tokens'
import { everyone, members } from '@parley/server/actor'

/** A forum of journeys, in another process. */
interface ServedForum {
  url: string
  current: Pick<Context['forum'], 'database' | 'now'>
}

const beginning = {
  'fof-user-bio.maxLength': '200',
  'fof-user-bio.maxLines': '0',
  'fof-user-bio.allowFormatting': '',
}

/**
 * Sends settings as the forum's administrator, from outside of the browser; those that are not given begin anew. Everybody
 * may read bios, and members may write their own.
 */
export async function changeBioSettings(
  { url, current: { database, now } }: ServedForum,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const { token } = await database.transaction((db) =>
    createAccessToken(db, { userId: 1, type: 'developer', now: now() }),
  )
  const send = async (path: string, body: object) => {
    const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' }
    const { status } = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (status !== 204) throw new Error(`${path} was answered with ${status}`)
  }
  await send('/api/settings', { ...beginning, ...settings })
  await send('/api/permission', { permission: 'fof-user-bio.view', groupIds: [everyone] })
  await send('/api/permission', { permission: 'fof-user-bio.editOwn', groupIds: [members] })
}
