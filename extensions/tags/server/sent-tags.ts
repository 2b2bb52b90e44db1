import type { Context } from '@parley/server'
import { createAccessToken } from '@parley/server/access-tokens'

/** A forum of a journey. */
interface ServedForum {
  url: string
  current: Pick<Context['forum'], 'database' | 'now'>
}

/** A tag to create; those with `children` or `isPrimary` are primary. */
export interface NewTag {
  name: string
  slug?: string
  color?: string
  isPrimary?: boolean
  children?: readonly NewTag[]
}

interface Answer {
  data: { id: string }[] | { id: string }
}

/** Sends a request as the forum's administrator, from outside of the browser. */
export async function sendAsAdmin(
  { url, current: { database, now } }: ServedForum,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const { token } = await database.transaction((db) =>
    createAccessToken(db, { userId: 1, type: 'developer', now: now() }),
  )
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}`)
  return response.status === 204 ? { data: [] } : ((await response.json()) as Answer)
}

/** Deletes all tags of a forum and creates others. Returns their ids by name. */
export async function replaceTags(
  forum: ServedForum,
  tags: readonly NewTag[] = railway,
): Promise<Map<string, string>> {
  const { data } = await sendAsAdmin(forum, 'GET', '/tags')
  for (const { id } of [data].flat()) await sendAsAdmin(forum, 'DELETE', `/tags/${id}`)
  const ids = new Map<string, string>()
  const create = async ({ name, slug, color = '', isPrimary, children }: NewTag, parent?: string) => {
    const attributes = {
      ...{ name, color, slug: slug ?? name.toLowerCase().replaceAll(' ', '-'), description: '' },
      primary: isPrimary ?? children !== undefined,
    }
    const relationships = parent && { relationships: { parent: { data: { type: 'tags', id: parent } } } }
    const body = { data: { type: 'tags', attributes, ...relationships } }
    const { id } = (await sendAsAdmin(forum, 'POST', '/tags', body)).data as { id: string }
    ids.set(name, id)
    for (const child of children ?? []) await create(child, id)
  }
  for (const tag of tags) await create(tag)
  return ids
}

/** Three primary tags, one with two children, and two secondary ones. */
const railway: readonly NewTag[] = [
  {
    name: 'Trains',
    color: '#3b6fd4',
    children: [
      { name: 'Night trains', color: '#5b4fc7' },
      { name: 'Steam', color: '#a06a00' },
    ],
  },
  { name: 'Stations', color: '#2f855a', isPrimary: true },
  { name: 'Lounge', color: '#7a3fa0', isPrimary: true },
  { name: 'Europe', color: '#c05621' },
  { name: 'القطارات', slug: 'القطارات' },
]
