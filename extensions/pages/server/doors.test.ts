import { join } from 'node:path'
import { administrators, everyone, members, moderators } from '@parley/server/actor'
import {
  type ApiClient,
  admin,
  makeUser,
  onBothDatabases,
  readExtension,
  type TestForum,
} from '@parley/testing'
import { pageClient, readClientExtensions } from '@parley/testing/page-client'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '../shared.ts'

const folder = join(import.meta.dirname, '..')
const extension = await readExtension(folder)
const clientHalves = await readClientExtensions([folder])

const [viewHidden, viewRestricted] = ['fof-pages.viewHidden', 'fof-pages.viewRestricted']
const groupsOf = {
  guest: [everyone],
  member: [everyone, members],
  moderator: [everyone, members, moderators],
  admin: [everyone, members, administrators],
}
type Viewer = keyof typeof groupsOf

/** Slugs of words, of digits, and such as begin like an id. */
const slugs = ['imprint', 'Rules', '1', '2-two', '3', '7', '駅', 'x-1']
const some = fc.subarray([everyone, members, moderators])

/** Random forums: pages with all flags, the groups that hold the permissions, and a home page that may not be there. */
const worlds = fc.record({
  pages: fc.shuffledSubarray(slugs, { minLength: 3, maxLength: 6 }).chain((chosen) =>
    fc.tuple(
      ...chosen.map((slug) =>
        fc.record({
          slug: fc.constant(slug),
          is_hidden: fc.boolean(),
          is_restricted: fc.boolean(),
          is_html: fc.boolean(),
          is_in_navigation: fc.boolean(),
          is_in_footer: fc.boolean(),
          navigation_position: fc.option(fc.nat({ max: 3 }), { nil: null }),
        }),
      ),
    ),
  ),
  hidden: some,
  restricted: some,
  isForumOpen: fc.boolean(),
  home: fc.nat({ max: 8 }),
})
type World = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never

/** Replaces what the forum has. Pages get the ids from 1. */
async function makeWorld({ current }: TestForum, world: World): Promise<void> {
  await current.database.transaction(async (db) => {
    await db.deleteFrom('pages').execute()
    await db
      .deleteFrom('group_permission')
      .where('permission', 'in', [viewHidden, viewRestricted, 'viewForum'])
      .execute()
    const values = world.pages.map((page, index) => {
      const id = index + 1
      const content = `secret of ${id}`
      return { ...page, id, title: `Title ${id}`, content, time: `2024-01-0${id}T00:00:00.000Z` }
    })
    await db.insertInto('pages').values(values).execute()
    const grants = {
      [viewHidden]: world.hidden,
      [viewRestricted]: world.restricted,
      viewForum: world.isForumOpen ? [everyone] : [],
    }
    const granted = Object.entries(grants).flatMap(([permission, ids]) =>
      ids.map((group_id) => ({ permission, group_id })),
    )
    if (granted.length > 0) await db.insertInto('group_permission').values(granted).execute()
    for (const [key, value] of Object.entries({
      pages_home: String(world.home),
      default_route: '/pages/home',
    })) {
      await db.deleteFrom('settings').where('key', '=', key).execute()
      await db.insertInto('settings').values({ key, value, changed_in: 0 }).execute()
    }
  })
  await current.reload()
}

/** What the flags and the permissions allow, told without the code that is tested: the ids of the pages. */
function allowed({ pages, hidden, restricted }: World, viewer: Viewer): number[] {
  const holds = (groups: readonly number[]) =>
    viewer === 'admin' || groups.some((id) => groupsOf[viewer].includes(id))
  return pages.flatMap(({ is_hidden, is_restricted }, index) =>
    (is_hidden && !holds(hidden)) || (is_restricted && !holds(restricted)) ? [] : [index + 1],
  )
}

/** The page that a segment names for a viewer who may open the pages with these ids. */
function named(segment: string, { pages }: World, open: readonly number[]): number | undefined {
  const digits = /^\d+(?=-|$)/.exec(segment)?.[0]
  const byId = digits === undefined ? Number.NaN : Number(digits)
  if (open.includes(byId)) return byId
  return open.find((id) => fold(pages[id - 1]?.slug ?? '') === fold(segment))
}

interface Attributes {
  title: string
  defaultRoute?: string
  pagesLinks?: { id: string; inNavigation: boolean; inFooter: boolean }[]
}

const idsIn = (text: string) => [...text.matchAll(/(?:Title|secret of) (\d)/g)].map(([, id]) => Number(id))
const same = (ids: readonly number[]) => [...new Set(ids)].toSorted()

/** Asks at every door of the API as a viewer. */
async function expectDoors(client: ApiClient, world: World, viewer: Viewer): Promise<void> {
  const open = allowed(world, viewer)
  const list = await client.get('/api/pages?page[limit]=50')
  expect(list.body.data.map(({ id }) => Number(id)).toSorted()).toEqual(open)
  expect(same(idsIn(list.text))).toEqual(open)
  for (const { attributes } of list.body.data)
    for (const name of ['content', 'isHidden', 'isRestricted'])
      expect([name, name in attributes]).toEqual([name, viewer === 'admin'])
  const ids = world.pages.map((_page, index) => index + 1)
  const segments = [
    ...slugs,
    ...ids.flatMap((id) => [`${id}`, `${id}-x`, `${id}-${world.pages[id - 1]?.slug}`]),
  ]
  for (const segment of segments) {
    const { status, body, text } = await client.get(`/api/pages/${encodeURIComponent(segment)}`)
    const id = named(segment, world, open)
    expect([segment, status, status === 200 ? body.data.id : undefined]).toEqual([
      segment,
      id === undefined ? 404 : 200,
      id?.toString(),
    ])
    expect(same(idsIn(text))).toEqual(id === undefined ? [] : [id])
  }
  const { defaultRoute, pagesLinks } = (await client.get('/api')).body.data
    .attributes as unknown as Attributes
  expect(defaultRoute).toBe(named(String(world.home), world, open) ? '/pages/home' : '/all')
  const linked = open.filter(
    (id) => world.pages[id - 1]?.is_in_navigation || world.pages[id - 1]?.is_in_footer,
  )
  if (linked.length === 0) expect(pagesLinks).toBeUndefined()
  else expect(pagesLinks?.map(({ id }) => Number(id)).toSorted()).toEqual(linked)
  for (const { id, inNavigation, inFooter } of pagesLinks ?? []) {
    const { is_in_navigation, is_in_footer } = world.pages[Number(id) - 1] ?? {}
    expect([inNavigation, inFooter]).toEqual([is_in_navigation, is_in_footer])
  }
  const ranks = (pagesLinks ?? []).map(({ id }) => world.pages[Number(id) - 1]?.navigation_position ?? 9)
  expect(ranks).toEqual(ranks.toSorted())
}

/** Opens pages of the forum as a viewer: the server renders them, head and all. */
async function expectPages(client: ApiClient, world: World, viewer: Viewer): Promise<void> {
  const open = allowed(world, viewer)
  const expectPage = async (path: string, id: number | undefined) => {
    const { status, text } = await client.get(path)
    expect([path, status]).toEqual([path, id === undefined ? 404 : 200])
    const links = open.filter((linked) => isLinked(world, linked))
    expect(same([...idsIn(text), ...links])).toEqual(same([...(id === undefined ? [] : [id]), ...links]))
    if (id === undefined) return
    const [head = ''] = text.split('</head>')
    expect(head).toContain(`<title>Title ${id} - Test forum</title>`)
    expect(head).toContain(`<meta name="description" content="secret of ${id}">`)
    const isHome = world.home === id
    const address = isHome ? '/' : `/p/${id}-${encodeURIComponent(world.pages[id - 1]?.slug ?? '')}`
    expect(head).toContain(`<link rel="canonical" href="http://localhost${address}">`)
  }
  for (const segment of ['1', '2-two', '3-x', 'rules', 'imprint', '駅', '9', 'x-1'])
    await expectPage(`/p/${encodeURIComponent(segment)}`, named(segment, world, open))
  await expectPage('/pages/home', named(String(world.home), world, open))
}

function isLinked({ pages }: World, id: number): boolean {
  const { is_in_navigation = false, is_in_footer = false } = pages[id - 1] ?? {}
  return is_in_navigation || is_in_footer
}

/** The sitemap is a guest’s, and empty where guests may not see the forum. */
async function expectSitemap(forum: TestForum, world: World): Promise<void> {
  const index = await forum.guest().get('/sitemap.xml')
  const files = [...index.text.matchAll(/<loc>http:\/\/localhost(\/sitemap-pages[^<]*)</g)].map(
    ([, path]) => path ?? '',
  )
  const texts = await Promise.all(files.map(async (path) => (await forum.guest().get(path)).text))
  const paths = texts.flatMap((text) =>
    [...text.matchAll(/<loc>http:\/\/localhost([^<]*)</g)].map(([, path]) => path),
  )
  const open = world.isForumOpen ? allowed(world, 'guest') : []
  expect(paths.toSorted()).toEqual(
    open.map((id) => `/p/${id}-${encodeURIComponent(world.pages[id - 1]?.slug ?? '')}`),
  )
}

onBothDatabases((open) => {
  test('what a viewer gets of pages through any door is what flags and permissions allow', async () => {
    const forum = await open({ extensions: [extension], client: await pageClient(clientHalves) })
    const member = await makeUser(forum)
    const moderator = await makeUser(forum, { groupIds: [moderators] })
    const clients: Record<Viewer, ApiClient> = {
      guest: forum.guest(),
      member: await forum.browserOf(member),
      moderator: await forum.browserOf(moderator),
      admin: await forum.browserOf(admin.id),
    }
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        await makeWorld(forum, world)
        for (const viewer of Object.keys(clients) as Viewer[])
          await expectDoors(clients[viewer], world, viewer)
        await expectSitemap(forum, world)
        for (const viewer of ['guest', 'moderator', 'admin'] as const)
          await expectPages(clients[viewer], world, viewer)
      }),
      { numRuns: 12 },
    )
  })
})
