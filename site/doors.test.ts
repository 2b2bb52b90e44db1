import { join } from 'node:path'
import { administrators, everyone, members, moderators } from '@parley/server/actor'
import { type ApiClient, eachTestForum, grant, makeUser, replyTo, type TestForum } from '@parley/testing'
import { isRunOfAll } from '@parley/testing/all-tests'
import {
  clientsOf,
  type ProbedResource,
  probePaths,
  type Viewer,
  visibilityFaults,
} from '@parley/testing/doors'
import { pageClient, readClientExtensions } from '@parley/testing/page-client'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { installedExtensions, root } from './plugins/folders.ts'
import { loadExtensions } from './server.ts'

// The doors of a forum with all extensions: each adds its states to random discussions. What another folder lacks is left
// out of the worlds.
const folders = installedExtensions().map((id) => join(root, 'extensions', id))
const has = (id: string) => installedExtensions().includes(id)
const clientHalves = await readClientExtensions(folders)

const viewers: readonly Viewer[] = ['guest', 'stranger', 'author', 'moderator', 'admin']
const moderating = ['hide', 'hidePosts', 'editPosts', 'approvePosts', 'viewFlags', 'reply']
/** Restricted tags, by slug. */
const slugs = ['club', 'staff'] as const

const post = fc.record({
  isOfStranger: fc.boolean(),
  isHidden: fc.boolean(),
  waits: fc.boolean(),
  isReported: fc.boolean(),
})

/** Random forums: who sees the restricted tags, and discussions with posts, each of which mentions the one before. */
const worlds = fc.record({
  tags: fc.record({
    club: fc.constantFrom<readonly number[]>([members], [moderators], []),
    staff: fc.constantFrom<readonly number[]>([moderators], []),
  }),
  discussions: fc.array(
    fc.record({
      tags: fc.subarray([...slugs], { maxLength: 1 }),
      isHidden: fc.boolean(),
      posts: fc.array(post, { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 3, maxLength: 3 },
  ),
  isSuspended: fc.boolean(),
})
type World = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never
type Discussion = World['discussions'][number]
type Post = Discussion['posts'][number]

/** What a probed row is: the discussion, and the post unless it is the discussion itself. */
interface Place {
  discussion: Discussion
  post?: Post
}

/** Whether a discussion was started by a post that awaits approval. Hiding the post approves it. */
const startsPending = ({ posts: [first] }: Discussion) => has('approval') && first?.waits === true
const isPending = (discussion: Discussion) => startsPending(discussion) && !discussion.posts[0]?.isHidden

/** Says by the contract who sees what. */
function rulesOf(world: World, viewer: Viewer) {
  const groups: Record<Viewer, readonly number[]> = {
    guest: [everyone],
    stranger: has('suspend') && world.isSuspended ? [everyone] : [everyone, members],
    author: [everyone, members],
    moderator: [everyone, members, moderators],
    admin: [everyone, members, administrators],
  }
  const holds = (granted: readonly number[]) =>
    viewer === 'admin' || groups[viewer].some((id) => granted.includes(id))
  const inTags = ({ tags }: Discussion, ofTag: (slug: (typeof slugs)[number]) => readonly number[]) =>
    !has('tags') || tags.every((slug) => holds(ofTag(slug)))
  const moderates = (discussion: Discussion) =>
    viewer === 'admin' ||
    (viewer === 'moderator' &&
      inTags(discussion, (slug) => world.tags[slug].filter((id) => id === moderators)))
  const isOwn = ({ isOfStranger }: Post) => viewer === (isOfStranger ? 'stranger' : 'author')
  const seesDiscussion = (discussion: Discussion) => {
    if (!inTags(discussion, (slug) => world.tags[slug])) return false
    const isOfModerators = viewer === 'author' || moderates(discussion)
    const isEmpty = !isPending(discussion) && discussion.posts.every((each) => each.isHidden || waits(each))
    return isOfModerators || !(isPending(discussion) || discussion.isHidden || isEmpty)
  }
  const waits = (each: Post) => has('approval') && each.waits
  return ({ discussion, post }: Place) =>
    seesDiscussion(discussion) &&
    (post === undefined || moderates(discussion) || isOwn(post) || !(waits(post) || post.isHidden))
}

interface Probes {
  places: ReadonlyMap<ProbedResource, Place>
  paths: readonly string[]
  clients: Record<Viewer, ApiClient>
  addresses: Readonly<Record<string, Viewer>>
}

/** Writes a random forum as its people would, then hides, restricts and suspends. */
async function makeWorld(forum: TestForum, world: World): Promise<Probes> {
  const author = await makeUser(forum, { username: 'author' })
  const stranger = await makeUser(forum, { username: 'stranger' })
  const moderator = await makeUser(forum, { username: 'moderator', groupIds: [moderators] })
  const clients = await clientsOf(forum, { author, stranger, moderator, admin: { id: 1 } })
  const { admin } = clients
  const change = async (path: string, attributes: object, relationships?: object) => {
    const { status, text } = await admin.patch(`/api/${path}`, { data: { attributes, relationships } })
    expect({ path, status, text: status === 200 ? '' : text }).toEqual({ path, status: 200, text: '' })
  }
  const tagIds = has('tags') ? await makeTags(forum, world, admin) : undefined
  const places = new Map<ProbedResource, Place>()
  const probe = (type: 'discussions' | 'posts', id: number, marker: string, place: Place) =>
    void places.set({ type, id, marker, visibleTo: [] }, place)
  let mentioned = ''
  for (const [number, discussion] of world.discussions.entries()) {
    let id = 0
    for (const [position, drawn] of discussion.posts.entries()) {
      forum.clock.advance(60)
      // Only its author and moderators reply to what awaits approval.
      const isOfStranger = drawn.isOfStranger && position > 0 && !startsPending(discussion)
      const post = { ...drawn, isOfStranger }
      await letWait(forum, post.waits)
      const marker = `markpost${number}${position}x`
      const writer = isOfStranger ? clients.stranger : clients.author
      const content = `findable ${marker} ${mentioned} @author @"stranger"#${stranger.id}`
      const title = `Findable marktitle${number}x`
      const { status, body } =
        position === 0
          ? await writer.post('/api/discussions', { data: { attributes: { title, content } } })
          : await replyTo(writer, id, { content })
      expect(status).toBe(201)
      if (position === 0) {
        id = Number(body.data.id)
        probe('discussions', id, `marktitle${number}x`, { discussion })
        for (const client of [clients.stranger, clients.moderator])
          await client.patch(`/api/discussions/${id}`, { data: { attributes: { subscription: 'follow' } } })
      }
      const postId = position === 0 ? await firstPostOf(forum, id) : Number(body.data.id)
      probe('posts', postId, marker, {
        discussion,
        post: position === 0 ? { ...post, isOfStranger: false } : post,
      })
      mentioned = `@"author"#p${postId}`
      await forum.settled()
    }
  }
  for (const [{ type, id }, { discussion, post }] of places) {
    if (type === 'posts' && post?.isReported && has('flags')) await report(admin, id)
    if (type === 'posts' && post?.isHidden) await change(`posts/${id}`, { isHidden: true })
    if (type !== 'discussions') continue
    const data = tagIds && discussion.tags.map((slug) => ({ type: 'tags', id: tagIds[slug] }))
    if (data) await change(`discussions/${id}`, {}, { tags: { data } })
    if (discussion.isHidden) await change(`discussions/${id}`, { isHidden: true })
  }
  if (has('suspend') && world.isSuspended)
    await change(`users/${stranger.id}`, { suspendedUntil: '2038-01-01' })
  await forum.settled()
  const addresses = {
    [author.email]: 'author',
    [stranger.email]: 'stranger',
    [moderator.email]: 'moderator',
  } as const
  return { places, clients, addresses, paths: pathsOf(forum, [...places.keys()], author.id) }
}

/** Makes the restricted tags, and lets moderators moderate in those that they see. */
async function makeTags(forum: TestForum, world: World, admin: ApiClient): Promise<Record<string, string>> {
  await admin.post('/api/settings', {
    'flarum-tags.min_primary_tags': '0',
    'flarum-tags.min_secondary_tags': '0',
  })
  const ids: Record<string, string> = {}
  for (const slug of slugs) {
    const attributes = { name: slug, slug, description: '', color: '' }
    const { body } = await admin.post('/api/tags', { data: { attributes } })
    const { id } = body.data
    const restricting = await admin.patch(`/api/tags/${id}`, { data: { attributes: { isRestricted: true } } })
    expect(restricting.status).toBe(200)
    ids[slug] = id
    await grant(forum, `tag${id}.viewForum`, world.tags[slug])
    const staff = world.tags[slug].filter((group) => group === moderators)
    for (const right of moderating) await grant(forum, `tag${id}.discussion.${right}`, staff)
  }
  return ids
}

/** Decides whether what members write now awaits approval. */
async function letWait(forum: TestForum, waits: boolean): Promise<void> {
  if (!has('approval')) return
  for (const right of ['start', 'reply'])
    await grant(forum, `discussion.${right}WithoutApproval`, waits ? [] : [members])
}

async function firstPostOf({ current: { database } }: TestForum, discussionId: number): Promise<number> {
  const { first_post_id } = await database.read
    .selectFrom('discussions')
    .select('first_post_id')
    .where('id', '=', discussionId)
    .executeTakeFirstOrThrow()
  return first_post_id ?? 0
}

async function report(client: ApiClient, id: number): Promise<void> {
  const { status } = await client.post('/api/flags', {
    data: {
      attributes: { reason: 'spam' },
      relationships: { post: { data: { type: 'posts', id: String(id) } } },
    },
  })
  expect(status).toBe(201)
}

function pathsOf(forum: TestForum, resources: readonly ProbedResource[], authorId: number): string[] {
  const { allowed } = forum.current.points.resources.get('posts')?.includes.index ?? { allowed: [] }
  const ids = (type: string) => resources.filter((each) => each.type === type).map(({ id }) => id)
  return [
    ...probePaths(forum, resources, authorId),
    ...ids('discussions').map((id) => `/api/posts?filter[discussion]=${id}&include=${[...allowed]}`),
    ...ids('posts').flatMap((id) => [
      `/api/posts?filter[mentionedPost]=${id}&include=${[...allowed]}`,
      `/api/posts/${id}?include=${[...allowed]}`,
    ]),
    `/api/posts?filter[mentioned]=${authorId}`,
    '/api/flags',
    '/flags',
    '/following',
    '/u/author/mentions',
    '/api/discussions?filter[subscription]=following',
    '/api/discussions?filter[q]=is:following findable',
    ...slugs.flatMap((slug) => [`/t/${slug}`, `/api/discussions?filter[tag]=${slug}`, `/atom/t/${slug}`]),
    '/tags',
    '/api/tags?include=lastPostedDiscussion',
  ]
}

/** Mails with words of posts that awaited approval when they were sent, to those who may not see such posts. */
async function mailFaults(forum: TestForum, { places, addresses }: Probes): Promise<string[]> {
  const mails = await forum.mails()
  return mails.flatMap(({ to, subject, text }) =>
    [...places].flatMap(([{ marker }, { discussion, post }]) => {
      const viewer = addresses[to.address] ?? 'guest'
      const isOwn = viewer === (post?.isOfStranger ? 'stranger' : 'author')
      const waited = has('approval') && (post ? post.waits : startsPending(discussion))
      const isTold = `${subject} ${text}`.includes(marker)
      return isTold && waited && !isOwn && viewer !== 'moderator' ? [`${viewer} is mailed ${marker}`] : []
    }),
  )
}

eachTestForum((open, name) => {
  test('with all extensions, what a viewer gets through any door is exactly what the rules allow', async () => {
    const check = async (world: World) => {
      const forum = await open({ extensions: await loadExtensions(), client: await pageClient(clientHalves) })
      const probes = await makeWorld(forum, world)
      const faults: string[] = await mailFaults(forum, probes)
      for (const viewer of viewers) {
        const sees = rulesOf(world, viewer)
        const maySee = (resource: ProbedResource) => {
          const place = probes.places.get(resource)
          if (!place) throw new Error(`${resource.marker} has no place`)
          return sees(place)
        }
        const found = await visibilityFaults(
          probes.clients[viewer],
          probes.paths,
          [...probes.places.keys()],
          maySee,
        )
        faults.push(...found.map((fault) => `${viewer}: ${fault}`))
      }
      expect(faults).toEqual([])
      expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
    }
    const numRuns = !isRunOfAll || name === 'postgres' ? 1 : 4
    await fc.assert(fc.asyncProperty(worlds, check), { seed: 5, numRuns, endOnFailure: true })
  }, 600_000)
})
