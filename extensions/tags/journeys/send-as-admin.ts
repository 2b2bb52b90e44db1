import type { Context } from '@parley/server'
import { createAccessToken } from '@parley/server/access-tokens'

/** A forum of journeys, in another process. */
export interface ServedForum {
  url: string
  current: Pick<Context['forum'], 'database' | 'now'>
}

interface Answer<Data> {
  data: Data
}

/**
 * Sends a request below `/api` as the forum's administrator, from outside of the browser.
 * @returns the document; one without data for an answer without a body. @throws for any other status than success.
 */
export async function sendAsAdmin<Data = { id: string }>(
  { url, current: { database, now } }: ServedForum,
  method: string,
  path: string,
  body?: object,
): Promise<Answer<Data>> {
  const { token } = await database.transaction((db) =>
    createAccessToken(db, { userId: 1, type: 'developer', now: now() }),
  )
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return text === '' ? { data: undefined as Data } : JSON.parse(text)
}
