import {
  type ApiBody,
  type ApiClient,
  type ApiResponse,
  changeDiscussion,
  changePost,
  eachTestForum,
  grant,
  makeDiscussion,
  makeGroup,
  makePost,
  makeUser,
  noticing,
  notificationCounts,
  notify,
  replyTo,
  type TestForum,
} from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'
import { createAccessToken } from '../access-tokens/tokens.ts'
import type { Actor } from '../actor.ts'
import { defineExtension, type InstalledExtension } from '../extension.ts'

type Who = 'guest' | 'stranger' | 'author' | 'moderator' | 'admin'

/** Something that not everybody sees. */
interface Thing {
  type: 'discussions' | 'posts' | 'groups' | 'access-tokens'
  id: number
  /** A word that stands nowhere else. */
  mark: string
  seenBy: readonly Who[]
}

const at = '2024-01-01T00:00:00.000Z'
const everybody: readonly Who[] = ['guest', 'stranger', 'author', 'moderator', 'admin']
const few: readonly Who[] = ['author', 'moderator', 'admin']
const sees = (actor: Actor, { user_id }: { user_id: number | null }) =>
  actor.hasPermission('discussion.hide') || user_id === actor.id

/** Private is what was stored so; its author and moderators see it all the same. */
const keeping: InstalledExtension = {
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

async function scene(forum: TestForum) {
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
function doors(forum: TestForum, things: readonly Thing[], authorId: number): string[] {
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

async function clientsOf(forum: TestForum, users: Record<Exclude<Who, 'guest'>, { id: number }>) {
  const clients: Record<Who, ApiClient> = { guest: forum.guest() } as Record<Who, ApiClient>
  for (const who of ['stranger', 'author', 'moderator', 'admin'] as const)
    clients[who] = await forum.browserOf(users[who])
  return clients
}

/** What somebody was shown that they may not see, and what they may see that stood nowhere. */
async function faultsOf(
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
async function writtenTo(
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

eachTestForum((open) => {
  test('no door shows what is hidden, private, empty, of an unknown type or somebody else’s', async () => {
    const forum = await open({ extensions: [noticing, keeping], client: await pageClient() })
    await grant(forum, 'postWithoutThrottle', [3])
    const { things, users, group, openId } = await scene(forum)
    const paths = doors(forum, things, users.author.id)
    const clients = await clientsOf(forum, users)
    for (const who of everybody) {
      const maySee = ({ seenBy }: Thing) => seenBy.includes(who)
      expect([who, await faultsOf(clients[who], paths, things, maySee)]).toEqual([who, []])
      for (const thing of things) {
        const { status } = await clients[who].get(`/api/${thing.type}/${thing.id}`)
        const expected = thing.type === 'access-tokens' ? 405 : maySee(thing) ? 200 : 404
        expect([who, thing.mark, status]).toEqual([who, thing.mark, expected])
      }
      if (who !== 'guest') expect([who, await writtenTo(clients[who], things, maySee)]).toEqual([who, []])
      const { attributes } = (await clients[who].get(`/api/discussions/${openId}`)).body.data
      expect(attributes).toMatchObject({ commentCount: 2, lastPostNumber: 2, participantCount: 2 })
      const members = await clients[who].get(`/api/users?filter[group]=${group.id},markgroup`)
      const isListed = (members.body.data ?? []).length > 0
      expect([who, isListed]).toEqual([who, who === 'admin'])
      if (who === 'guest') continue
      const listed = (await clients[who].get('/api/notifications')).body.data
      const about = things.filter((thing) => /^(posts|discussions)$/.test(thing.type) && maySee(thing))
      expect([who, listed.length]).toEqual([who, about.length])
      expect((await notificationCounts(clients[who]))[0]).toBe(about.length)
    }
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  }, 240_000)

  test('a forum that not everybody may view shows them nothing at all', async () => {
    const forum = await open({ extensions: [noticing, keeping], client: await pageClient() })
    const { things, users } = await scene(forum)
    const paths = doors(forum, things, users.author.id)
    const clients = await clientsOf(forum, users)
    for (const path of ['/', '/all', ...things.map(({ id }) => `/d/${id}`)]) await clients.guest.get(path)
    const inForum = things.filter(({ type }) => type === 'discussions' || type === 'posts')
    for (const [groups, whoSees] of [
      [[3], ['stranger', 'author', 'moderator', 'admin']],
      [[], ['admin']],
    ] as const) {
      await grant(forum, 'viewForum', groups)
      for (const who of everybody) {
        const isIn = (whoSees as readonly Who[]).includes(who)
        const maySee = ({ seenBy }: Thing) => isIn && seenBy.includes(who)
        expect([groups, who, await faultsOf(clients[who], paths, inForum, maySee)]).toEqual([groups, who, []])
        const { status } = await clients[who].get('/api/users/author?bySlug=1')
        expect([groups, who, status]).toEqual([groups, who, isIn || who === 'author' ? 200 : 404])
      }
    }
  }, 240_000)

  test('what guests saw a moment ago is gone from their pages with the change', async () => {
    const forum = await open({ extensions: [keeping], client: await pageClient() })
    const { id: author } = await makeUser(forum, { username: 'author' })
    const admin = await forum.as(1)
    const guest = forum.guest()
    const started = async (mark: string) => {
      const posts = [{ content: `first ${mark}` }, { content: `second ${mark}`, user_id: author }]
      return makeDiscussion(forum, { user_id: author, title: `About ${mark}`, slug: mark, posts })
    }
    const pages = (id: number) => [
      '/',
      '/all',
      `/d/${id}`,
      '/u/author',
      '/u/author/discussions',
      '/atom',
      `/atom/d/${id}`,
    ]
    const changes: Record<string, (id: number, post: number) => Promise<ApiResponse>> = {
      hides: (id) => changeDiscussion(admin, id, { isHidden: true }),
      deletes: (id) => admin.delete(`/api/discussions/${id}`),
      keeps: (id) => changeDiscussion(admin, id, { title: 'privately' }),
    }
    for (const [mark, change] of Object.entries(changes)) {
      const { id } = await started(mark)
      await forum.rebuild()
      for (const path of pages(id)) await guest.get(path)
      expect((await guest.get(`/d/${id}`)).text).toContain(`second ${mark}`)
      expect((await change(id, 0)).status).toBeLessThan(300)
      for (const path of pages(id)) {
        const answer = await guest.get(path)
        expect([mark, path, answer.text.includes(mark)]).toEqual([mark, path, false])
        if (/^\/(d|atom\/d)/.test(path)) expect(answer.status).toBe(404)
      }
    }
    const { id, first_post_id: first } = await started('both')
    const second = (first ?? 0) + 1
    await forum.rebuild()
    for (const [post, words, attributes] of [
      [second, 'second both', { isHidden: true }],
      [first ?? 0, 'first both', { content: 'privately' }],
    ] as const) {
      for (const path of pages(id)) await guest.get(path)
      expect((await guest.get(`/d/${id}`)).text).toContain(words)
      expect((await changePost(admin, post, attributes)).status).toBe(200)
      for (const path of pages(id)) {
        expect([path, (await guest.get(path)).text.includes(words)]).toEqual([path, false])
      }
    }
  }, 120_000)
})
