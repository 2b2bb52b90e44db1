import { join } from 'node:path'
import { moderators } from '@parley/server/actor'
import {
  type ApiClient,
  admin,
  createTestForum,
  endpointsOf,
  extensionFolders,
  makeDiscussion,
  makeUser,
  readExtension,
} from '@parley/testing'
import { expect, test } from 'vitest'
import './tables.ts'

const folder = join(import.meta.dirname, '..')
const all = await Promise.all(extensionFolders(join(folder, '..')).map(readExtension))

/** What a write sends, by type. */
const written: Readonly<Record<string, object>> = {
  discussions: { title: 'Other', content: 'Other words', subscription: 'follow' },
  posts: { content: 'Other words' },
  users: { suspendedUntil: '2030-01-01' },
  flags: { reason: 'spam' },
}

async function statusOf(client: ApiClient, endpoint: string, ids: Readonly<Record<string, number>>) {
  const [method = '', path = ''] = endpoint.split(' ')
  const [, type = ''] = /^\/api\/([\w-]+)/.exec(path) ?? []
  const id = String(ids[type] ?? 1)
  const address = path.replace(/:\w+/g, id).replace('*', 'x')
  const relationships = {
    discussion: { data: { type: 'discussions', id: String(ids.discussions) } },
    post: { data: { type: 'posts', id: String(ids.posts) } },
    tags: { data: [{ type: 'tags', id: '1' }] },
  }
  const attributes = written[type] ?? { name: 'Other', isHidden: true }
  const body = { data: { type, id, attributes, relationships } }
  const { status } = await client.send(address, method === 'GET' ? {} : { method, body })
  return status
}

test('a member who owes an acceptance can do no more, by any route, than one without rights', async () => {
  const forum = await createTestForum({ extensions: all })
  const staff = await makeUser(forum, { username: 'staff', groupIds: [moderators] })
  const newcomer = await makeUser(forum, { username: 'new', is_email_confirmed: false })
  const author = await makeUser(forum, { username: 'author' })
  await (await forum.as(admin)).post('/api/fof/terms/policies', { data: { attributes: { name: 'Terms' } } })
  const ways = endpointsOf(forum).filter((endpoint) => !/policies\/:id\/(accept|decline)$/.test(endpoint))
  const statuses = async (user: { id: number }) => {
    const found: [string, number][] = []
    for (const endpoint of ways) {
      const { id, first_post_id } = await makeDiscussion(forum, { user_id: author.id })
      const ids = { discussions: id, posts: first_post_id ?? 0, users: author.id }
      // A request may end its session.
      found.push([endpoint, await statusOf(await forum.as(user.id), endpoint, ids)])
    }
    return found
  }
  const [gained, given] = [await statuses(staff), await statuses(newcomer)]
  expect(gained.length).toBeGreaterThan(100)
  expect(gained).toEqual(given)
  // The same requests succeed for the same member without the policy.
  await (await forum.as(admin)).delete('/api/fof/terms/policies/1')
  const free = await statuses(staff)
  const lost = free.flatMap(([endpoint, status], index) => (status === gained[index]?.[1] ? [] : endpoint))
  expect(lost).toEqual(
    expect.arrayContaining([
      'GET /api/users',
      'POST /api/discussions',
      'PATCH /api/discussions/:id',
      'POST /api/posts',
    ]),
  )
})
