import type { Context } from '@parley/server'
import { createAccessToken } from '@parley/server/access-tokens'

/** A forum of journeys, in another process. */
export interface ServedForum {
  url: string
  current: Pick<Context['forum'], 'database' | 'now'>
}

/** Sends a request below `/api` as the administrator, from outside of the browser. @throws for any other status than success. */
async function send({ url, current }: ServedForum, path: string, body: object): Promise<void> {
  const { token } = await current.database.transaction((db) =>
    createAccessToken(db, { userId: 1, type: 'developer', now: current.now() }),
  )
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
}

/** Lets all members upload, with these settings. */
export async function letMembersUpload(
  forum: ServedForum,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  await permit(forum, 'fof-upload.upload')
  if (Object.keys(settings).length > 0) await send(forum, '/settings', settings)
}

/** Gives all members a permission. */
export function permit(forum: ServedForum, permission: string): Promise<void> {
  return send(forum, '/permission', { permission, groupIds: ['3'] })
}

/** The settings whose files are these, with a template. */
export function rule(pattern: string, template: string): Readonly<Record<string, string>> {
  return { 'fof-upload.mimeTypes': JSON.stringify({ [pattern]: { adapter: 'local', template } }) }
}
