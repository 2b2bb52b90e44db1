import { join } from 'node:path'
import { defineExtension, type MailedNotification, type MailedTexts } from '@parley/server'
import { administrators, everyone, members, moderators } from '@parley/server/actor'
import type { InstalledExtension } from '@parley/server/extensions'
import {
  type ApiClient,
  eachTestForum,
  grant,
  makeDiscussion,
  makePost,
  makeUser,
  notificationsExtension,
  notify,
  readExtension,
  setSettings,
  type TestForum,
} from '@parley/testing'
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
import { putTags, storeTags } from './stored-tags.ts'

const folder = join(import.meta.dirname, '..')
const extension = await readExtension(folder)
const clientHalves = await readClientExtensions([folder])

/** Declares a type of notifications that is mailed by default. */
const mailing: InstalledExtension = {
  id: 'mailing',
  title: 'Mailing',
  version: '1.0.0',
  declaration: defineExtension({
    notifications: {
      mailed: {
        subject: 'discussions',
        channels: {
          alert: { default: false },
          email: {
            default: true,
            compose: ({ subject }: MailedNotification): MailedTexts => ({
              key: 'core.email.send_test',
              params: { forum: (subject as { title?: string }).title ?? '' },
              action: { url: `http://localhost/d/${subject.id}`, label: 'core.ref.view' },
            }),
          },
        },
      },
    } as never,
  }),
}

const tagIds = [1, 2, 3, 4, 5]
const groupsOf: Record<Viewer, readonly number[]> = {
  guest: [everyone],
  stranger: [everyone, members],
  author: [everyone, members],
  moderator: [everyone, members, moderators],
  admin: [everyone, members, administrators],
}
/** Whose rights differ: the author sees what a stranger does. */
const viewers: readonly Viewer[] = ['guest', 'stranger', 'moderator']
const someGroups = fc.subarray([everyone, members, moderators])

/** Random forums: tags with parents, who may see them, and discussions with some of them. */
const worlds = fc.record({
  tags: fc.tuple(
    ...tagIds.map((id) =>
      fc.record({
        isPrimary: fc.boolean(),
        parent: id > 2 ? fc.option(fc.constantFrom(1, 2), { nil: null }) : fc.constant(null),
        isRestricted: fc.boolean(),
        isHidden: fc.boolean(),
        groups: someGroups,
      }),
    ),
  ),
  groups: someGroups,
  discussions: fc.array(fc.subarray(tagIds, { maxLength: 3 }), { minLength: 3, maxLength: 3 }),
  changed: fc.constantFrom(...tagIds),
})
type World = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never

/** Whether a viewer sees the discussions with these tags, as the contract says it. */
function seesAll(world: World, viewer: Viewer, ids: readonly number[]): boolean {
  const isGrantedTo = (groups: readonly number[]) =>
    viewer === 'admin' || groupsOf[viewer].some((group) => groups.includes(group))
  const seesTag = (id: number): boolean => {
    const tag = world.tags[id - 1]
    if (!tag) throw new Error(`Tag ${id} is missing`)
    const isSeen = isGrantedTo(tag.isRestricted ? tag.groups : world.groups)
    return isSeen && (tag.parent === null || seesTag(tag.parent))
  }
  return ids.length === 0 ? isGrantedTo(world.groups) : ids.every(seesTag)
}

interface Probes {
  resources: readonly (ProbedResource & { tags: readonly number[] })[]
  paths: readonly string[]
  clients: Record<Viewer, ApiClient>
  addresses: ReadonlyMap<string, Viewer>
}

/** Stores a random forum, with notifications and mails about every discussion for all accounts. */
async function makeWorld(forum: TestForum, world: World): Promise<Probes> {
  const { database } = forum.current
  await database.transaction((db) => db.deleteFrom('tags').execute())
  await storeTags(
    forum,
    world.tags.map(({ isPrimary, parent, isRestricted, isHidden }, index) => ({
      id: index + 1,
      name: `marktag${index + 1}x`,
      slug: `tag-${index + 1}`,
      position: isPrimary || parent !== null ? index : null,
      parent_id: parent,
      is_restricted: isRestricted,
      is_hidden: isHidden,
    })),
  )
  await setSettings(forum, { 'flarum-tags.min_primary_tags': '0', 'flarum-tags.min_secondary_tags': '0' })
  await grant(forum, 'viewForum', world.groups)
  for (const [index, { groups }] of world.tags.entries())
    await grant(forum, `tag${index + 1}.viewForum`, groups)
  const author = await makeUser(forum, { username: 'author' })
  const stranger = await makeUser(forum, { username: 'stranger' })
  const moderator = await makeUser(forum, { username: 'moderator', groupIds: [moderators] })
  const users = { stranger, author, moderator, admin: { id: 1 } }
  const resources: Probes['resources'][number][] = []
  const add = (type: string, id: number, marker: string, tags: readonly number[]) =>
    void resources.push({ type: type as 'posts', id, marker, tags, visibleTo: [] })
  for (const id of tagIds) add('tags', id, `marktag${id}x`, [id])
  for (const [number, tags] of world.discussions.entries()) {
    forum.clock.advance(60)
    const discussion = await makeDiscussion(forum, {
      user_id: author.id,
      title: `Findable marktitle${number}x`,
      slug: `findable-marktitle${number}x`,
      posts: [],
    })
    add('discussions', discussion.id, `marktitle${number}x`, tags)
    const values = { user_id: stranger.id, content: `findable markpost${number}x` }
    add('posts', (await makePost(forum, discussion.id, values)).id, `markpost${number}x`, tags)
    await putTags(forum, discussion, tags)
    const ids = Object.values(users).map(({ id }) => id)
    for (const type of ['discussionNoticed', 'mailed'])
      await notify(forum, { type, fromUserId: null, subject: { id: discussion.id } } as never, ids)
  }
  const tagPaths = tagIds.flatMap((id) => [
    `/api/tags/tag-${id}?include=parent.children,children,lastPostedDiscussion`,
    `/api/discussions?filter[tag]=tag-${id}&include=tags,tags.parent`,
    `/api/discussions?filter[q]=-tag:tag-${id} findable`,
    `/api/posts?filter[tag]=${id}`,
    `/api/totals/discussions?filter[tag]=tag-${id}`,
  ])
  const paths = [...probePaths(forum, resources, author.id), ...tagPaths]
    .concat('/api/tags', '/api/tags?include=children,lastPostedDiscussion,parent', '/api/tags?filter[q]=m')
    .concat('/api/discussions?filter[tag]=untagged', '/api?include=tags,tags.parent')
  const addresses = new Map<string, Viewer>([
    [author.email, 'author'],
    [stranger.email, 'stranger'],
    [moderator.email, 'moderator'],
    ['admin@machine.local', 'admin'],
  ])
  return { resources, paths, clients: await clientsOf(forum, users), addresses }
}

/** What viewers get against the contract, and what they do not get. */
async function faultsOf(
  world: World,
  { resources, paths, clients }: Probes,
  among: readonly Viewer[] = viewers,
) {
  const faults: string[] = []
  const tagsOf = new Map(resources.map(({ marker, tags }) => [marker, tags]))
  for (const viewer of among) {
    const maySee = ({ marker }: ProbedResource) => seesAll(world, viewer, tagsOf.get(marker) ?? [])
    for (const fault of await visibilityFaults(clients[viewer], paths, resources, maySee))
      faults.push(`${viewer}: ${fault}`)
    const { body } = await clients[viewer].get('/api/totals/discussions?filter[author]=author')
    const { count } = body.data.attributes.rows as { count: number }
    const seen = resources.filter((resource) => resource.type === 'discussions' && maySee(resource))
    if (count !== seen.length) faults.push(`${viewer}: counts ${count} of ${seen.length}`)
  }
  return faults
}

/** Mails to viewers against the contract, and those that are missing. */
async function mailFaults(forum: TestForum, world: World, { resources, addresses }: Probes) {
  const mails = await forum.mails()
  return [...addresses].flatMap(([address, viewer]) =>
    resources.flatMap(({ type, marker, tags }) => {
      if (type !== 'discussions') return []
      const isMailed = mails.some(({ to, subject }) => to.address === address && subject.includes(marker))
      return isMailed === seesAll(world, viewer, tags) ? [] : [`${viewer}: mail about ${marker}`]
    }),
  )
}

eachTestForum((open, name) => {
  test('what a viewer gets through any door is exactly what tags allow, also once a tag is restricted or opened', async () => {
    const check = async (world: World) => {
      const extensions = [extension, notificationsExtension, mailing]
      const forum = await open({ extensions, client: await pageClient(clientHalves) })
      const probes = await makeWorld(forum, world)
      expect(await mailFaults(forum, world, probes)).toEqual([])
      expect(await faultsOf(world, probes)).toEqual([])
      // Guests' pages are cached now.
      const isRestricted = !world.tags[world.changed - 1]?.isRestricted
      const change = { data: { attributes: { isRestricted } } }
      expect((await probes.clients.admin.patch(`/api/tags/${world.changed}`, change)).status).toBe(200)
      const tags = world.tags.map((tag, index) =>
        // A tag that is opened loses its permissions, and one that is restricted has what it was granted before.
        index === world.changed - 1 ? { ...tag, isRestricted } : tag,
      )
      expect(await faultsOf({ ...world, tags } as World, probes, ['guest', 'stranger'])).toEqual([])
      expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
    }
    const numRuns = !isRunOfAll || name === 'postgres' ? 1 : 3
    await fc.assert(fc.asyncProperty(worlds, check), { seed: 11, numRuns, endOnFailure: true })
  }, 400_000)
})
