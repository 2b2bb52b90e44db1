import { type Actor, defineExtension } from '@parley/server'
import { createAccessToken } from '@parley/server/access-tokens'
import { moderators } from '@parley/server/actor'
import type { InstalledExtension } from '@parley/server/extensions'
import { expect } from 'vitest'
import type { ApiBody, ApiClient, ApiResponse } from '../api-client.ts'
import { makeDiscussion, makePost } from '../discussions.ts'
import { makeGroup, makeUser } from '../factories.ts'
import { notify } from '../notifications.ts'
import { replyTo } from '../requests.ts'
import type { TestForum } from '../test-forum.ts'

export type Viewer = 'guest' | 'stranger' | 'author' | 'moderator' | 'admin'

/** A stored resource, with the viewers who may see it. */
export interface ProbedResource {
  type: 'discussions' | 'posts' | 'groups' | 'access-tokens'
  id: number
  /** A word that occurs in no other resource. */
  marker: string
  visibleTo: readonly Viewer[]
}

const at = '2024-01-01T00:00:00.000Z'
export const allViewers: readonly Viewer[] = ['guest', 'stranger', 'author', 'moderator', 'admin']
const authorAndStaff: readonly Viewer[] = ['author', 'moderator', 'admin']
const isVisibleTo = (actor: Actor, { user_id }: { user_id: number | null }) =>
  actor.hasPermission('discussion.hide') || user_id === actor.id

/**
 * A test extension for privacy: rows that are stored as private, or that contain 'privately', are visible to their
 * authors and to moderators only.
 */
export const privacyExtension: InstalledExtension = {
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
        sees: isVisibleTo,
      },
      posts: {
        isPrivate: ({ is_private, content }) => is_private || content.includes('privately'),
        scope: (eb, { actor }) =>
          actor.hasPermission('discussion.hide') ? eb.lit(true) : eb('posts.user_id', '=', actor.id || -1),
        sees: isVisibleTo,
      },
    },
  }),
}

/** Stores users, and resources of every visibility with notifications about them for every user. */
export async function makeProbedResources(forum: TestForum) {
  const author = await makeUser(forum, { username: 'author' })
  const stranger = await makeUser(forum, { username: 'stranger' })
  const moderator = await makeUser(forum, { username: 'moderator', groupIds: [moderators] })
  const resources: ProbedResource[] = []
  const add = (type: ProbedResource['type'], id: number, marker: string, visibleTo: readonly Viewer[]) =>
    void resources.push({ type, id, marker, visibleTo })
  const own = { user_id: author.id, content: 'findable' }

  const open = await makeDiscussion(forum, {
    user_id: author.id,
    title: 'Markopen',
    slug: 'markopen',
    posts: [],
  })
  add('discussions', open.id, 'arkopen', allViewers)
  const post = async (
    discussion: number,
    marker: string,
    visibleTo: readonly Viewer[],
    values: object = {},
  ) => {
    const { id } = await makePost(forum, discussion, { ...own, content: `findable ${marker}`, ...values })
    add('posts', id, marker, visibleTo)
  }
  await post(open.id, 'markfirst', allViewers)
  await post(open.id, 'marksecond', allViewers, { user_id: stranger.id })
  await post(open.id, 'markhidden', authorAndStaff, { hidden_at: at, hidden_user_id: author.id })
  await post(open.id, 'markprivate', authorAndStaff, { is_private: true })
  await post(open.id, 'markunheard', [], { type: 'unheardOf', content: '{"x":"markunheard"}' })

  const discussion = async (name: string, values: object) => {
    const marker = `title${name}`
    const { id } = await makeDiscussion(forum, {
      user_id: author.id,
      title: `Findable ${marker}`,
      slug: `findable-${marker}`,
      posts: [],
      ...values,
    })
    add('discussions', id, marker, authorAndStaff)
    return id
  }
  const hidden = await discussion('hidden', { hidden_at: at })
  await post(hidden, 'markinhidden', authorAndStaff)
  await post(hidden, 'markofstranger', authorAndStaff, { user_id: stranger.id })
  const secret = await discussion('private', { is_private: true })
  await post(secret, 'markinprivate', authorAndStaff)
  const empty = await discussion('empty', {})
  await post(empty, 'markinempty', authorAndStaff, { hidden_at: at })

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
  for (const { type, id } of resources) {
    if (type !== 'discussions' && type !== 'posts') continue
    const kind = type === 'posts' ? 'postNoticed' : 'discussionNoticed'
    const row = type === 'posts' ? await currentPost(forum, id) : { id }
    const ids = Object.values(users).map((user) => user.id)
    await notify(forum, { type: kind, fromUserId: author.id, subject: row as never }, ids)
  }
  return { resources, users, group, openId: open.id }
}

function currentPost({ current: { database } }: TestForum, id: number): Promise<object> {
  return database.read.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Every path whose response may reveal one of the resources. */
export function probePaths(forum: TestForum, probed: readonly ProbedResource[], authorId: number): string[] {
  const { resources } = forum.current.points
  const includes = (type: string, endpoint: 'index' | 'show') =>
    [...(resources.get(type)?.includes[endpoint].allowed ?? [])].join()
  const ids = (type: string) => probed.filter((resource) => resource.type === type).map(({ id }) => id)
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
    .concat(lists.map((query) => `/api/totals/discussions?${query}`))
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

/** The identifiers of all resources in a document. */
function identifiersIn({ data, included = [] }: ApiBody): Set<string> {
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

function reveals({ text, body }: ApiResponse, { marker, type, id }: ProbedResource): boolean {
  return text.includes(marker) || identifiersIn(body).has(`${type} ${id}`)
}

/** A client for each viewer. */
export async function clientsOf(forum: TestForum, users: Record<Exclude<Viewer, 'guest'>, { id: number }>) {
  const clients: Record<Viewer, ApiClient> = { guest: forum.guest() } as Record<Viewer, ApiClient>
  for (const viewer of ['stranger', 'author', 'moderator', 'admin'] as const)
    clients[viewer] = await forum.browserOf(users[viewer])
  return clients
}

/** Requests the paths. Returns resources that were revealed against `maySee`, and visible ones that no path shows. */
export async function visibilityFaults(
  client: Pick<ApiClient, 'get'>,
  paths: readonly string[],
  resources: readonly ProbedResource[],
  maySee: (resource: ProbedResource) => boolean,
): Promise<string[]> {
  const faults: string[] = []
  const found = new Set<ProbedResource>()
  for (const path of paths) {
    const answer = await client.get(path)
    if (answer.status >= 500) faults.push(`${path}: ${answer.status}`)
    for (const resource of resources) {
      if (!reveals(answer, resource)) continue
      found.add(resource)
      if (!maySee(resource)) faults.push(`${path} reveals ${resource.marker}`)
    }
  }
  for (const resource of resources) {
    if (maySee(resource) && !found.has(resource)) faults.push(`no path shows ${resource.marker}`)
  }
  return faults
}

/** Writes to the resources that the client may not see. Returns the requests that are not answered by 404. */
export async function writeFaults(
  client: ApiClient,
  resources: readonly ProbedResource[],
  maySee: (resource: ProbedResource) => boolean,
): Promise<string[]> {
  const faults: string[] = []
  for (const { type, id, marker } of resources.filter((resource) => !maySee(resource))) {
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
      if (status !== 404 || text.includes(marker)) faults.push(`${path}: ${status}`)
  }
  return faults
}
