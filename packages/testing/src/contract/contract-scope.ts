import { expect } from 'vitest'
import type { ApiClient, ApiObject } from '../api-client.ts'
import { makeDiscussion, makePost } from '../discussions.ts'
import { makeGroup, makeUser } from '../factories.ts'
import type { TestForum } from '../test-forum.ts'

const at = '2024-01-01T00:00:00.000Z'
const values = ['', '1', '0', 'true', 'admin', 'general', '1,2,3', '-1', 'x']

/**
 * Expects that an extension's filters and includes reveal no resources that a guest or an unrelated user cannot see.
 */
export async function expectScopeRespected(forum: TestForum, id: string): Promise<void> {
  await makeSecrets(forum)
  const stranger = await makeUser(forum)
  for (const client of [forum.guest(), await forum.as(stranger)]) {
    for (const resource of forum.current.points.resources.values()) {
      const { type, path, table, filters, includes, endpoints } = resource
      if (!table || !endpoints.index) continue
      const visible = new Set((await fetchList(client, `/api/${path}?page[limit]=50`)).map(keyOf))
      for (const [name, { owner }] of filters) {
        if (owner !== id && !owner.startsWith(`${id}+`)) continue
        for (const query of values.flatMap((value) => [
          `filter[${name}]=${value}`,
          `filter[-${name}]=${value}`,
        ])) {
          const found = await fetchList(client, `/api/${path}?${query}&page[limit]=50`)
          const revealed = found.map(keyOf).filter((key) => !visible.has(key))
          expect({ type, query, revealed }).toEqual({ type, query, revealed: [] })
        }
      }
      const include = [...includes.index.allowed].join()
      if (include !== '') await expectIncludedVisible(client, `/api/${path}?include=${include}`)
    }
  }
}

/** Stores discussions and posts that only their authors and moderators see, and a hidden group. */
async function makeSecrets(forum: TestForum): Promise<void> {
  const author = await makeUser(forum)
  const open = await makeDiscussion(forum, { user_id: author.id })
  for (const secret of [{ hidden_at: at }, { is_private: true }]) {
    await makeDiscussion(forum, { user_id: author.id, ...secret })
    await makePost(forum, open.id, { user_id: author.id, ...secret })
  }
  await makeDiscussion(forum, { user_id: author.id, posts: [{ hidden_at: at }, {}] })
  await makeGroup(forum, { is_hidden: true })
}

/** The resources of a list; none if the visitor may not read it. */
async function fetchList(client: ApiClient, path: string): Promise<ApiObject[]> {
  const { status, body } = await client.get(path)
  expect({ path, status }).toEqual({ path, status: expect.toSatisfy((code: number) => code < 500) })
  return status === 200 ? body.data : []
}

async function expectIncludedVisible(client: ApiClient, path: string): Promise<void> {
  const { status, body } = await client.get(path)
  expect({ path, status }).toEqual({ path, status: expect.toSatisfy((code: number) => code < 500) })
  for (const { type, id } of body.included ?? []) {
    const shown = await client.get(`/api/${type}/${id}`)
    // A type without a `show` endpoint always answers 404, so its list decides.
    const isListed = async () => (await fetchList(client, `/api/${type}?filter[id]=${id}`)).length > 0
    const isVisible = shown.status === 200 || (await isListed())
    expect({ path, type, id, isVisible }).toEqual({ path, type, id, isVisible: true })
  }
}

function keyOf({ type, id }: ApiObject): string {
  return `${type} ${id}`
}
