import { join } from 'node:path'
import { members, moderators } from '@parley/server/actor'
import {
  changePost,
  eachTestForum,
  grant,
  makeUser,
  notificationsExtension,
  notify,
  readExtension,
  replyTo,
  type TestForum,
} from '@parley/testing'
import { isRunOfAll } from '@parley/testing/all-tests'
import {
  clientsOf,
  type ProbedResource,
  probePaths,
  type Viewer,
  visibilityFaults,
  writeFaults,
} from '@parley/testing/doors'
import { pageClient, readClientExtensions } from '@parley/testing/page-client'
import { expectConsistent } from '@parley/testing/writers'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../..')
const folders = ['flags', 'tags', 'approval'].map((id) => join(folder, '..', id))
const extensions = await Promise.all(folders.map(readExtension))
const clientHalves = await readClientExtensions(folders)

const writer = fc.constantFrom('author' as const, 'stranger' as const)
const place = fc.nat({ max: 9 })
const waits = fc.constantFrom(true, true, false)
const step = fc.oneof(
  fc.record({ kind: fc.constant('start' as const), writer, waits }),
  fc.record({ kind: fc.constant('reply' as const), writer, place, waits }),
  fc.record({
    kind: fc.constantFrom('approve', 'approve', 'hide', 'restore', 'hideOwn', 'restoreOwn', 'edit', 'delete'),
    place,
  }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** What every sequence begins with: a discussion that waits, a public one, and a reply that waits. */
const begun: readonly Step[] = [
  { kind: 'start', writer: 'author', waits: true },
  { kind: 'start', writer: 'stranger', waits: false },
  { kind: 'reply', writer: 'author', place: 1, waits: true },
]

type Clients = Awaited<ReturnType<typeof clientsOf>>

/** Whether new discussions and replies of members wait from now on. */
async function setWaiting(forum: TestForum, waits: boolean): Promise<void> {
  for (const kind of ['start', 'reply'])
    await grant(forum, `discussion.${kind}WithoutApproval`, waits ? [] : [members])
}

/** Every post, with its discussion, as it is stored. */
function storedPosts({ current: { database } }: TestForum) {
  return database.read
    .selectFrom('posts')
    .innerJoin('discussions', 'discussions.id', 'posts.discussion_id')
    .select(['posts.id', 'posts.user_id', 'posts.is_approved', 'posts.hidden_at', 'posts.discussion_id'])
    .select(['posts.content', 'discussions.title', 'discussions.comment_count', 'discussions.is_private'])
    .select(['discussions.is_approved as is_discussion_approved', 'discussions.user_id as starter_id'])
    .where('discussions.deleted_at', 'is', null)
    .where('posts.type', '=', 'comment')
    .orderBy('posts.id')
    .execute()
}
type StoredPost = Awaited<ReturnType<typeof storedPosts>>[number]

/** Asks for one random change. What it refers to may be gone. */
async function take(forum: TestForum, clients: Clients, number: number, taken: Step): Promise<number> {
  forum.clock.advance(60)
  const posts = await storedPosts(forum)
  const post = posts['place' in taken ? taken.place % Math.max(1, posts.length) : 0]
  const content = `findable markpost${number}x`
  if ('waits' in taken) {
    await setWaiting(forum, taken.waits)
    const client = clients[taken.writer]
    if (taken.kind === 'reply') return (await replyTo(client, post?.discussion_id, { content })).status
    const attributes = { title: `Findable marktitle${number}x`, content }
    const relationships = { tags: { data: [{ type: 'tags', id: '1' }] } }
    return (await client.post('/api/discussions', { data: { attributes, relationships } })).status
  }
  const id = post?.id ?? 0
  const { moderator, author, stranger, admin } = clients
  const owner = post?.user_id === (await idOf(author)) ? author : stranger
  switch (taken.kind) {
    case 'approve':
      return (await changePost(moderator, id, { isApproved: true })).status
    case 'hide':
    case 'restore':
      return (await changePost(moderator, id, { isHidden: taken.kind === 'hide' })).status
    case 'hideOwn':
    case 'restoreOwn':
      return (await changePost(owner, id, { isHidden: taken.kind === 'hideOwn' })).status
    case 'edit':
      return (await changePost(owner, id, { content: `${post?.content} again` })).status
    default:
      return (await admin.delete(`/api/posts/${id}`)).status
  }
}

async function idOf(client: Clients['author']): Promise<number> {
  const { data } = (await client.get('/api')).body.data.relationships?.actor ?? {}
  return Number((data as { id?: string } | undefined)?.id)
}

const markerIn = (text: string) => /mark\w+x/.exec(text)?.[0] ?? text

eachTestForum((open, name) => {
  test('after any changes counters are exact, and what waits shows through no door but to its author and to approvers', async () => {
    const check = async (steps: readonly Step[]) => {
      const forum = await open({
        extensions: [...extensions, notificationsExtension],
        client: await pageClient(clientHalves),
      })
      const users = {
        author: await makeUser(forum, { username: 'author' }),
        stranger: await makeUser(forum, { username: 'stranger' }),
        moderator: await makeUser(forum, { username: 'moderator', groupIds: [moderators] }),
        admin: { id: 1 },
      }
      await grant(forum, 'postWithoutThrottle', [members])
      const clients = await clientsOf(forum, users)
      for (const [number, each] of [...begun, ...steps].entries())
        expect(await take(forum, clients, number, each)).toBeLessThan(500)
      await expectConsistent(forum)

      const posts = await storedPosts(forum)
      const resources: (ProbedResource & { post: StoredPost })[] = []
      for (const post of posts) {
        resources.push({ type: 'posts', id: post.id, marker: markerIn(post.content), visibleTo: [], post })
        if (!resources.some(({ type, id }) => type === 'discussions' && id === post.discussion_id))
          resources.push({
            type: 'discussions',
            id: post.discussion_id,
            marker: markerIn(post.title),
            visibleTo: [],
            post,
          })
        const recipients = Object.values(users).map(({ id }) => id)
        const subject = { id: post.id, discussion_id: post.discussion_id }
        await notify(forum, { type: 'postNoticed', fromUserId: null, subject } as never, recipients)
      }
      const maySee = (viewer: Viewer) => {
        const isStaff = viewer === 'moderator' || viewer === 'admin'
        const isOwn = (userId: number | null) =>
          viewer !== 'guest' && viewer !== 'moderator' && userId === users[viewer].id
        const seesDiscussion = (post: StoredPost) =>
          isStaff ||
          isOwn(post.starter_id) ||
          (post.is_discussion_approved && (post.comment_count > 0 || post.is_private))
        const seesPost = (post: StoredPost) =>
          seesDiscussion(post) &&
          (isStaff || isOwn(post.user_id) || (post.is_approved && post.hidden_at === null))
        return ({ type, id }: ProbedResource) => {
          const found = resources.find((resource) => resource.type === type && resource.id === id)
          if (!found) return false
          return type === 'posts' ? seesPost(found.post) : seesDiscussion(found.post)
        }
      }
      const paths = [
        ...probePaths(forum, resources, users.author.id),
        '/api/flags',
        '/api/tags?include=lastPostedDiscussion',
        '/api/discussions?filter[tag]=general',
        '/t/general',
      ]
      for (const viewer of ['guest', 'stranger', 'author', 'moderator'] as const)
        expect({
          viewer,
          faults: await visibilityFaults(clients[viewer], paths, resources, maySee(viewer)),
        }).toEqual({ viewer, faults: [] })
      expect(await writeFaults(clients.stranger, resources, maySee('stranger'))).toEqual([])
      expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
    }
    const numRuns = !isRunOfAll || name === 'postgres' ? 1 : 4
    const runs = fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 20 }), check)
    await fc.assert(runs, { seed: 7, numRuns, endOnFailure: true })
  }, 400_000)
})
