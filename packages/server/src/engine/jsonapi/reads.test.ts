import {
  type ApiResponse,
  Description,
  endpointsOf,
  examinedByScans,
  examinedRows,
  makeDiscussion,
  makeGroup,
  makeUser,
  notificationsExtension,
  notify,
  onBothDatabases,
  planNodes,
  planOf,
  selectsOf,
  type TestForum,
} from '@parley/testing'
import type { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { createAccessToken } from '../../features/access-tokens/tokens.ts'
import { moderators } from '../../points/context/actor.ts'

/**
 * The maximum number of statements for requests to each GET endpoint that answers 200, whatever the actor and the
 * content of the page.
 */
const reads: Record<string, Record<string, number>> = {
  'GET /api': { '/api': 4 },
  'GET /api/': { '/api/': 4 },
  'GET /api/totals/discussions': {
    '/api/totals/discussions': 5,
    '/api/totals/discussions?filter[author]=reader': 6,
    '/api/totals/discussions?filter[q]=is:unread': 5,
  },
  'GET /api/discussions': {
    '/api/discussions': 8,
    '/api/discussions?include=user,lastPostedUser,firstPost,lastPost': 8,
    '/api/discussions?sort=-createdAt&page[offset]=2': 8,
    '/api/discussions?sort=-commentCount': 8,
    '/api/discussions?page[after]=': 8,
    '/api/discussions?filter[author]=reader': 9,
    '/api/discussions?filter[created]=2023-12-31..2024-01-02': 8,
    '/api/discussions?filter[unread]=1': 8,
    '/api/discussions?filter[hidden]=1': 8,
    '/api/discussions?filter[-hidden]=1': 8,
    '/api/discussions?filter[id]=1,2,3': 8,
    '/api/discussions?filter[q]=wording': 14,
    '/api/discussions?filter[q]=is:unread author:reader': 9,
  },
  'GET /api/discussions/:id': {
    '/api/discussions/1?page[near]=15': 12,
    '/api/discussions/1?include=user': 6,
  },
  'GET /api/posts': {
    '/api/posts': 6,
    '/api/posts?filter[discussion]=1&page[near]=15': 6,
    '/api/posts?filter[discussion]=1&page[offset]=120': 7,
    '/api/posts?sort=-createdAt': 6,
    '/api/posts?filter[author]=reader&filter[type]=comment&sort=-createdAt': 7,
    '/api/posts?filter[id]=1,2,3': 6,
    '/api/posts?filter[number]=1': 6,
  },
  'GET /api/posts/:id': { '/api/posts/900000': 6 },
  'GET /api/users': {
    '/api/users': 3,
    '/api/users?sort=-commentCount': 3,
    '/api/users?sort=joinedAt': 3,
    '/api/users?filter[group]=4': 5,
    '/api/users?filter[q]=user': 5,
    '/api/users?filter[q]=group:4': 5,
  },
  'GET /api/users/:id': { '/api/users/1': 3 },
  'GET /api/groups': {
    '/api/groups': 3,
    '/api/groups?sort=nameSingular': 3,
    '/api/groups?filter[hidden]=0': 3,
  },
  'GET /api/groups/:id': { '/api/groups/1': 3 },
  'GET /api/access-tokens': { '/api/access-tokens': 3, '/api/access-tokens?filter[user]=1': 3 },
  'GET /api/notifications': { '/api/notifications': 10 },
  'GET /api/failed-jobs': { '/api/failed-jobs': 3 },
  'GET /api/jobs': { '/api/jobs': 3, '/api/jobs?filter[name]=mail.send': 3 },
  'GET /api/audit-entries': {
    '/api/audit-entries': 4,
    '/api/audit-entries?filter[action]=user.deleted': 4,
    '/api/audit-entries?filter[actor]=reader&filter[origin]=session': 4,
    '/api/audit-entries?filter[target]=users:1&filter[since]=2023-12-31': 4,
  },
  'GET /api/audit-actions': { '/api/audit-actions': 2 },
  'GET /api/admin/settings': { '/api/admin/settings': 4 },
  'GET /api/admin/users': {
    '/api/admin/users': 8,
    '/api/admin/users?sort=-commentCount': 6,
    '/api/admin/users?filter[q]=user': 8,
    '/api/admin/users?filter[group]=4&sort=username': 8,
    '/api/admin/users?filter[unconfirmed]=1': 8,
    '/api/admin/users?filter[neverSeen]=1&sort=username': 8,
    '/api/admin/users?filter[lastSeenBefore]=2023-12-31': 8,
  },
  'GET /api/admin/users/count': { '/api/admin/users/count': 6 },
  'GET /api/admin/permissions': { '/api/admin/permissions': 6 },
  'GET /api/admin/extensions': { '/api/admin/extensions': 12 },
  'GET /api/admin/statistics': {
    '/api/admin/statistics?period=month': 6,
    '/api/admin/statistics?from=2022-01-01&to=2023-12-31&unit=day': 6,
  },
  'GET /api/admin/statistics.csv': { '/api/admin/statistics.csv?period=day': 6 },
  'GET /api/statistics': {
    '/api/statistics?period=custom&model=posts&dateRange[start]=1700000000&dateRange[end]=1704067200': 4,
  },
  'GET /api/mail/settings': { '/api/mail/settings': 1 },
  'GET /atom': { '/atom': 8 },
  'GET /atom/d/:id': { '/atom/d/1': 10 },
  'GET /atom/u/:slug': { '/atom/u/reader': 10 },
  'GET /api/openapi.json': { '/api/openapi.json': 1 },
  'GET /robots.txt': { '/robots.txt': 2 },
  'GET /assets/icons/:style/:file': { '/assets/icons/fas/tag.svg': 0 },
  'GET /sitemap.xml': { '/sitemap.xml': 4 },
  'GET /sitemap-:file': { '/sitemap-discussions-1.xml': 4, '/sitemap-users-1.xml': 4 },
}

/** Forms, pages, paths that need an extension, a setting or other rows, and those whose queries their own tests count. */
const others = [
  '/login',
  '/register',
  '/forgot',
  '/logout',
  '/composer',
  '/d/:id/reply',
  '/confirm/:token',
  '/reset/:token',
]
  .concat('/admin', '/api/extension-readmes/:name', '/unsubscribe/:token', '/custom.css')
  .concat('/admin/*', '/admin/extensions/:name', '/safe-mode/:token')
  .concat('/api/admin/dashboard', '/api/admin/why')
  .concat('/api/admin/groups/:id/deletion', '/api/admin/permissions/export', '/api/audit-entries/export')
  .concat('/api/admin/users/actions/last', '/api/admin/users/actions/last/accounts')
  .concat('/api/admin/extensions/:name', '/api/admin/extensions/:name/preview')
  .map((path) => `GET ${path}`)

/** The endpoints of the paths. */
const endpointOf = new Map(
  Object.entries(reads).flatMap(([endpoint, ceilings]) =>
    Object.keys(ceilings).map((path) => [path, endpoint]),
  ),
)

const paths = Object.entries(Object.assign({}, ...Object.values(reads)) as Record<string, number>)

/** Tables that grow with the forum. */
const large = new Set(
  'posts discussions users access_tokens notifications notification_groups failed_jobs group_user discussion_user audit_entries statistics search_posts search_titles'.split(
    ' ',
  ),
)

/** Large tables besides the search indexes. */
const countedTables = [...large].filter((table) => !table.startsWith('search_'))

/** Creates `count` rows of every type, by different users. */
async function fill(forum: TestForum, count: number, reader: number): Promise<void> {
  const { database, now } = forum.current
  const users = await Promise.all(
    Array.from({ length: count }, (_, index) => makeUser(forum, { groupIds: index % 2 ? [moderators] : [] })),
  )
  const posts = Array.from({ length: 3 * count }, (_, index) => ({
    content: `Some wording number${index}`,
    user_id: users[index % count]?.id ?? null,
    ...(index % 9 === 1 && { edited_user_id: 1, edited_at: '2024-01-01T00:00:00.000Z' }),
    ...(index % 11 === 5 && { hidden_user_id: 1, hidden_at: '2024-01-01T00:00:00.000Z' }),
  }))
  await database.transaction((db) => db.deleteFrom('discussions').execute())
  await makeDiscussion(forum, {
    id: 1,
    user_id: reader,
    posts: posts.map((post, index) => ({ ...post, ...(index === 0 && { id: 900_000 }) })),
  })
  for (const [index, { id }] of users.entries()) {
    const discussion = await makeDiscussion(forum, { id: 100 + index, user_id: id, posts: posts.slice(0, 3) })
    await makeGroup(forum)
    const subject = { type: 'discussions' as const, id: discussion.id }
    await notify(forum, { type: 'discussionNoticed', fromUserId: id, subject }, [1, reader])
    await database.transaction(async (db) => {
      await createAccessToken(db, { userId: 1, type: 'session', now: now() })
      const job = { name: 'x', attempts: 1, error: 'x', created_at: now().toISOString() }
      await db
        .insertInto('failed_jobs')
        .values({ ...job, id: 1000 + count + index, failed_at: now().toISOString() } as never)
        .execute()
    })
  }
}

/** The clients whose requests are counted. */
async function clientsOf(forum: TestForum, reader: number) {
  return { guest: forum.guest(), member: await forum.as(reader), admin: await forum.as(1) }
}

/** Counts the statements of a request; undefined if the client may not send it. */
async function queriesOf(
  forum: TestForum,
  send: () => Promise<ApiResponse>,
  faultsOf: (answer: ApiResponse) => string[],
): Promise<number | undefined> {
  const answer = await send()
  const { status } = answer
  expect(faultsOf(answer)).toEqual([])
  if (status === 401 || status === 403) return undefined
  expect(status).toBe(200)
  await forum.settled()
  const before = forum.current.database.queries
  await send()
  return forum.current.database.queries - before
}

/** Lists that sort a bounded number of rows, since no index has both their filter and their order. */
const sortingPaths = new Set([
  '/api/discussions?filter[created]=2023-12-31..2024-01-02',
  '/api/discussions?filter[id]=1,2,3',
])

/** Whether a statement reads a page of a list; others read related rows of the page. */
function isPage({ sql: text }: CompiledQuery): boolean {
  return /\blimit\b/.test(text) && !/\bsearch_(words|posts|titles)\b/.test(text)
}

/** Faults in SQLite's plan of a statement: full scans, and in pages sorts and many unused rows. */
async function sqliteFaults(forum: TestForum, path: string, query: CompiledQuery): Promise<string[]> {
  const steps = (await planOf(forum.current.database, query)).split('\n')
  const scans = steps.filter((step) => {
    const [, table] = /^SCAN (\w+)(?!.*(VIRTUAL|USING))/.exec(step) ?? []
    // A scan in the order of the ids ends with the page.
    const isWalk = /order by ("\w+"\.)?"id" (asc|desc) limit/.test(query.sql)
    return table !== undefined && large.has(table) && !isWalk
  })
  if (!isPage(query)) return scans
  const sorts = steps.filter((step) => /^USE TEMP B-TREE FOR ORDER BY/.test(step))
  return [
    ...scans,
    ...sorts,
    ...unusedRows(path, await examinedRows(forum.current.database, countedTables, query)),
  ]
}

/**
 * A page may examine ten rows per returned row, a period of statistics its sixteen shards; also the post and discussion of
 * each row that it skips.
 */
function unusedRows(path: string, { examined, returned }: { examined: number; returned: number }): string[] {
  const skipped = Number(/page\[offset\]=(\d+)/.exec(path)?.[1] ?? 0)
  const perRow = path.includes('/statistics') ? 16 : 10
  return examined > perRow * Math.max(1, returned) + 2 * skipped
    ? [`${examined} rows examined for ${returned}`]
    : []
}

/** The same faults in PostgreSQL's plan. */
async function postgresFaults(forum: TestForum, path: string, query: CompiledQuery): Promise<string[]> {
  // The planner prefers full scans and sorts for such small tables, even where an index would do.
  const methods = ['seqscan', 'sort', 'bitmapscan', 'hashjoin']
  const nodes = await planNodes(forum.current.database, query, methods)
  const faults = nodes
    .filter((node) => node['Node Type'] === 'Seq Scan' && large.has(node['Relation Name'] ?? ''))
    // Conditions on a row are subplans, which the planner evaluates for all rows of such small tables at once.
    .filter((node) => node['Parent Relationship'] !== 'SubPlan')
    .map((node) => `Seq Scan on ${node['Relation Name']}`)
  const examined = examinedByScans(nodes)
  const [top] = nodes
  const returned = (top?.['Actual Rows'] ?? 0) * (top?.['Actual Loops'] ?? 0)
  // Sorting only the rows of the page is allowed.
  const sorts = nodes.filter(
    (node) => node['Node Type'] === 'Sort' && (node.Plans?.[0]?.['Actual Rows'] ?? 0) > returned,
  )
  if (isPage(query) && sorts.length > 0) faults.push('Sort')
  return isPage(query) ? [...faults, ...unusedRows(path, { examined, returned })] : faults
}

onBothDatabases((open, name) => {
  test('every GET endpoint is listed', async () => {
    const listed = new Set([...Object.keys(reads), ...others])
    const endpoints = endpointsOf(await open()).filter((endpoint) => endpoint.startsWith('GET '))
    expect(endpoints.filter((endpoint) => !listed.has(endpoint))).toEqual([])
  })

  test('statements stay below a ceiling, with one row of each type and with fifty, and answers fit their description', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const reader = (await makeUser(forum, { username: 'reader' })).id
    const counts: Record<string, Record<string, number | undefined>[]> = {}
    const description = await Description.of(forum.guest())
    for (const size of [1, 50]) {
      await fill(forum, size, reader)
      for (const [path] of paths) {
        const countOf: Record<string, number | undefined> = {}
        for (const [who, client] of Object.entries(await clientsOf(forum, reader))) {
          countOf[who] = await queriesOf(
            forum,
            () => client.get(path),
            (answer) => description.answerFaults(endpointOf.get(path) ?? '', answer),
          )
        }
        counts[path] = [...(counts[path] ?? []), countOf]
      }
    }
    for (const [path, ceiling] of paths) {
      const [few = {}, many = {}] = counts[path] ?? []
      for (const [who, count = 0] of Object.entries(many)) {
        const isBounded = count <= ceiling && count <= (few[who] ?? 0) + 3
        const measured = { path, who, few: few[who], many: count, ceiling }
        expect({ ...measured, isBounded }).toEqual({ ...measured, isBounded: true })
      }
    }
  }, 180_000)

  test('lists use indexes: no sort, no full scan, few unused rows', async () => {
    const forum = await open({ extensions: [notificationsExtension] })
    const reader = (await makeUser(forum, { username: 'reader' })).id
    await fill(forum, 50, reader)
    const faults: string[] = []
    for (const [path] of paths) {
      // A count examines many rows for one, and so do filters of the list of users: their own tests bound them.
      if (path.startsWith('/api/totals/') || path.startsWith('/api/admin/users?filter[')) continue
      for (const statement of await selectsOf(forum, path)) {
        const found = await (name === 'sqlite' ? sqliteFaults : postgresFaults)(forum, path, statement)
        const relevant = found.filter((fault) => !(sortingPaths.has(path) && /ORDER BY|Sort/.test(fault)))
        faults.push(...relevant.map((fault) => `${path}: ${fault}\n${statement.sql}`))
      }
    }
    expect(faults).toEqual([])
  }, 180_000)
})
