import type { Context } from '@parley/server'
import { createAccessToken } from '@parley/server/access-tokens'

/** A forum of journeys, in another process. */
interface ServedForum {
  url: string
  current: Pick<Context['forum'], 'database' | 'now'>
}

/** What these journeys begin with: nicknames are shown, all else is as it comes. */
const beginning = {
  display_name_driver: 'nickname',
  'flarum-nicknames.set_on_registration': '1',
  'flarum-nicknames.random_username': '',
  'flarum-nicknames.unique': '',
  'flarum-nicknames.regex': '',
  'flarum-nicknames.min': '1',
  'flarum-nicknames.max': '150',
}

/** Sends settings as the forum's administrator, from outside of the browser; those that are not given begin anew. */
export async function changeSettings(
  { url, current: { database, now } }: ServedForum,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { token } = await database.transaction((db) =>
    createAccessToken(db, { userId: 1, type: 'developer', now: now() }),
  )
  const { status } = await fetch(`${url}/api/settings`, {
    method: 'POST',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...beginning, ...settings }),
  })
  if (status !== 204) throw new Error(`The settings were answered with ${status}`)
}
