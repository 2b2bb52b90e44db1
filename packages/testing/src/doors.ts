import { type Actor, defineExtension } from '@parley/server'
import { createAccessToken } from '@parley/server/access-tokens'
import type { InstalledExtension } from '@parley/server/extensions'
import { expect } from 'vitest'
import type { ApiBody, ApiClient, ApiResponse } from './api-client.ts'
import { makeDiscussion, makePost } from './discussions.ts'
import { makeGroup, makeUser } from './factories.ts'
import { notify } from './notifications.ts'
import { replyTo } from './requests.ts'
import type { TestForum } from './test-forum.ts'

export type Who = 'guest' | 'stranger' | 'author' | 'moderator' | 'admin'

/** Something that not everybody sees. */
export interface Thing {
  type: 'discussions' | 'posts' | 'groups' | 'access-tokens'
  id: number
  /** A word that stands nowhere else. */
  mark: string
  seenBy: readonly Who[]
}

const at = '2024-01-01T00:00:00.000Z'
export const everybody: readonly Who[] = ['guest', 'stranger', 'author', 'moderator', 'admin']
const few: readonly Who[] = ['author', 'moderator', 'admin']
const sees = (actor: Actor, { user_id }: { user_id: number | null }) =>
  actor.hasPermission('discussion.hide') || user_id === actor.id

/** Private is what was stored so; its author and moderators see it all the same. */
export const keeping: InstalledExtension = {
  id: 'keeping',
  title: 'Keeping',
  version: '1.0.0',
  declaration: defineExtension({
    privacy: {
      discussions: {
        isPrivate: ({ is_private, title }) => is_private || title.includes('privately'),
        scope: (eb, { actor }) =>
          actor.hasPermission('discussion.hide')
            ? eb.lit(true)
            : eb('discussions.user_id', '=', actor.id || -1),
        sees,
      },
      posts: {
        isPrivate: ({ is_private, content }) => is_private || content.includes('privately'),
        scope: (eb, { actor }) =>
          actor.hasPermission('discussion.hide') ? eb.lit(true) : eb('posts.user_id', '=', actor.id || -1),
        sees,
      },
    },
  }),
}

export async function scene(forum: TestForum) {
  const author = await makeUser(forum, { username: 'author' })
  const stranger = await makeUser(forum, { username: 'stranger' })
  const moderator = await makeUser(forum, { username: 'moderator', groupIds: [4] })
  const things: Thing[] = []
  const add = (type: Thing['type'], id: number, mark: string, seenBy: readonly Who[]) =>
    void things.push({ type, id, mark, seenBy })
  const own = { user_id: author.id, content: 'findable' }

  const open = await makeDiscussion(forum, {
    user_id: author.id,
    title: 'Markopen',
    slug: 'markopen',
    posts: [],
  })
  add('discussions', open.id, 'arkopen', everybody)
  const post = async (discussion: number, mark: string, seenBy: readonly Who[], values: object = {}) => {
    const { id } = await makePost(forum, discussion, { ...own, content: `findable ${mark}`, ...values })
    add('posts', id, mark, seenBy)
  }
  await post(open.id, 'markfirst', everybody)
  await post(open.id, 'marksecond', everybody, { user_id: stranger.id })
  await post(open.id, 'markhidden', few, { hidden_at: at, hidden_user_id: author.id })
  await post(open.id, 'markprivate', few, { is_private: true })
  await post(open.id, 'markunheard', [], { type: 'unheardOf', content: '{"x":"markunheard"}' })

  const discussion = async (name: string, values: object) => {
    const mark = `title${name}`
    const { id } = await makeDiscussion(forum, {
      user_id: author.id,
      title: `Findable ${mark}`,
      slug: `findable-${mark}`,
      posts: [],
      ...values,
    })
    add('discussions', id, mark, few)
    return id
  }
  const hidden = await discussion('hidden', { hidden_at: at })
  await post(hidden, 'markinhidden', few)
  await post(hidden, 'markofstranger', few, { user_id: stranger.id })
  const secret = await discussion('private', { is_private: true })
  await post(secret, 'markinprivate', few)
  const empty = await discussion('empty', {})
  await post(empty, 'markinempty', few, { hidden_at: at })

  const group = await makeGroup(forum, {
    name_singular: 'markgroup',
    name_plural: 'markgroups',
    is_hidden: true,
  })
  add('groups', group.id, 'markgroup', ['admin'])
  const { database, now } = forum.current
  const token = await database.transaction(async (db) => {
    await db.insertInto('group_user').values({ user_id: author.id, group_id: group.id }).execute()
    return createAccessToken(db, { userId: author.id, type: 'developer', title: 'marktoken', now: now() })
  })
  const { id: tokenId } = await database.read
    .selectFrom('access_tokens')
    .select('id')
    .where('title', '=', 'marktoken')
    .executeTakeFirstOrThrow()
  add('access-tokens', tokenId, 'marktoken', ['author', 'admin'])
  expect(token.token).toBeTruthy()

  const users = { stranger, author, moderator, admin: { id: 1 } }
  for (const { type, id } of things) {
    if (type !== 'discussions' && type !== 'posts') continue
    const kind = type === 'posts' ? 'postNoticed' : 'discussionNoticed'
    const row = type === 'posts' ? await currentPost(forum, id) : { id }
    const ids = Object.values(users).map((user) => user.id)
    await notify(forum, { type: kind, fromUserId: author.id, subject: row as never }, ids)
  }
  return { things, users, group, openId: open.id }
}

function currentPost({ current: { database } }: TestForum, id: number): Promise<object> {
  return database.read.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Every address through which something can be seen. */
export function doors(forum: TestForum, things: readonly Thing[], authorId: number): string[] {
  const { resources } = forum.current.points
  const includes = (type: string, endpoint: 'index' | 'show') =>
    [...(resources.get(type)?.includes[endpoint].allowed ?? [])].join()
  const ids = (type: string) => things.filter((thing) => thing.type === type).map(({ id }) => id)
  const lists = ['sort=-createdAt', 'sort=commentCount', 'page[after]=', 'page[offset]=1', 'filter[hidden]=1']
    .concat('filter[-hidden]=1', 'filter[unread]=1', 'filter[created]=2024-01-01', 'filter[author]=author')
    .concat('filter[author]=stranger', 'filter[q]=findable', 'filter[q]=is:hidden', 'filter[q]=author:author')
    .concat('filter[q]=findable is:unread', 'filter[q]=findable&sort=createdAt', 'filter[-author]=stranger')
    .concat(
      `include=${includes('discussions', 'index')}`,
      `filter[id]=${ids('discussions')}`,
      'filter[q]=fin',
    )
  const posts = ['', 'sort=-createdAt', 'sort=number', 'filter[author]=author', 'filter[author]=stranger']
    .concat('filter[type]=comment', 'filter[type]=unheardOf', 'filter[number]=1', 'filter[-author]=stranger')
    .concat(`filter[id]=${ids('posts')}`, 'filter[-type]=comment', 'page[offset]=2', 'filter[number]=4')
  const each = ids('discussions').flatMap((id) => [
    `/api/discussions/${id}`,
    `/api/discussions/${id}?include=${includes('discussions', 'show')}`,
    `/api/discussions/${id}?page[near]=3&bySlug=1`,
    `/api/posts?filter[discussion]=${id}`,
    `/api/posts?filter[discussion]=${id}&page[near]=3`,
    `/api/posts?filter[discussion]=${id}&sort=-number`,
    `/d/${id}`,
    `/d/${id}/3`,
    `/d/${id}/reply`,
    `/atom/d/${id}`,
  ])
  const single = (['posts', 'groups'] as const).flatMap((type) => ids(type).map((id) => `/api/${type}/${id}`))
  const user = [`/api/users/${authorId}`, '/api/users/author?bySlug=1', '/u/author', '/u/author/discussions']
  return ['/api', '/api/discussions', '/api/users', '/api/groups', '/api/notifications', '/api/access-tokens']
    .concat(lists.map((query) => `/api/discussions?${query}`))
    .concat(posts.map((query) => `/api/posts?${query}`))
    .concat(each, single, user, `/api/access-tokens?filter[user]=${authorId}`, '/api/groups?filter[hidden]=1')
    .concat(
      `/api/groups?filter[id]=${ids('groups')}`,
      '/api/users?filter[q]=author',
      '/api/users?sort=username',
    )
    .concat('/', '/all?sort=newest', '/?q=findable', '/notifications', '/settings', '/composer')
    .concat('/atom', '/atom/u/author', '/atom/u/stranger', '/sitemap.xml', '/sitemap-discussions-1.xml')
    .concat('/sitemap-users-1.xml', '/robots.txt')
}

/** Every resource that a document names. */
function named({ data, included = [] }: ApiBody): Set<string> {
  const keys = new Set<string>()
  const add = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { type, id } = value as { type?: unknown; id?: unknown }
    if (typeof type === 'string') keys.add(`${type} ${String(id)}`)
    for (const member of Object.values(value)) add(member)
  }
  add([data, included])
  return keys
}

function shows({ mark, type, id }: Thing, answer: ApiResponse): boolean {
  return answer.text.includes(mark) || named(answer.body).has(`${type} ${id}`)
}

export async function clientsOf(forum: TestForum, users: Record<Exclude<Who, 'guest'>, { id: number }>) {
  const clients: Record<Who, ApiClient> = { guest: forum.guest() } as Record<Who, ApiClient>
  for (const who of ['stranger', 'author', 'moderator', 'admin'] as const)
    clients[who] = await forum.browserOf(users[who])
  return clients
}

/** What somebody was shown that they may not see, and what they may see that stood nowhere. */
export async function faultsOf(
  client: ApiClient,
  paths: readonly string[],
  things: readonly Thing[],
  maySee: (thing: Thing) => boolean,
): Promise<string[]> {
  const faults: string[] = []
  const found = new Set<Thing>()
  for (const path of paths) {
    const answer = await client.get(path)
    if (answer.status >= 500) faults.push(`${path}: ${answer.status}`)
    for (const thing of things) {
      if (!shows(thing, answer)) continue
      found.add(thing)
      if (!maySee(thing)) faults.push(`${path} shows ${thing.mark}`)
    }
  }
  for (const thing of things) {
    if (maySee(thing) && !found.has(thing)) faults.push(`${thing.mark} is nowhere to be seen`)
  }
  return faults
}

/** What does not answer 404 to somebody who writes to what they cannot see. */
export async function writtenTo(
  client: ApiClient,
  things: readonly Thing[],
  maySee: (thing: Thing) => boolean,
): Promise<string[]> {
  const faults: string[] = []
  for (const { type, id, mark } of things.filter((thing) => !maySee(thing))) {
    const path = `/api/${type}/${id}`
    const attributes = {
      title: 'Seen',
      content: 'Seen',
      color: '#123456',
      isHidden: false,
      lastReadPostNumber: 1,
    }
    const answers = [await client.delete(path)]
    if (type !== 'access-tokens') answers.push(await client.patch(path, { data: { attributes } }))
    if (type === 'discussions') answers.push(await replyTo(client, id))
    for (const { status, text } of answers)
      if (status !== 404 || text.includes(mark)) faults.push(`${path}: ${status}`)
  }
  return faults
}
