import { median } from '../load.ts'
import { requestCosts } from '../plans.ts'
import { type BenchDatabase, type FilledForum, startFilledForum } from './forums.ts'
import { type Read, readsAt } from './reads.ts'

/** Users, entries of the audit log, and rows of statistics. */
export const sizes = { small: 1000, large: 1_000_000 } as const

/** The time of a read in the large forum may be that in the small one by this factor, unless the read has its own goal. */
const maximumGrowth = 1.3

type Pair<T> = Record<keyof typeof sizes, T>

/** What one read costs. */
export interface ReadFigures {
  name: string
  /** Milliseconds, the medians. */
  times: Pair<number>
  growth: number
  goal: number
  /** Undefined on PostgreSQL. */
  queries?: Pair<number>
}

export interface AdministrationFigures {
  reads: readonly ReadFigures[]
  /** Steps of SQLite's plans that go through a whole table, or sort it. */
  scans: readonly string[]
}

/** Pairs of requests in one round; a read beyond the goal gets more rounds, as other load distorts a few. */
const pairs = 15
const rounds = 4
const warmUps = 5
/** As much of a stream as is read. */
const streamedBytes = 50_000

/** Compares reads of a small and a large forum, which answer in turn. Prints what it does to standard error. */
export async function measureAdministration(
  database: BenchDatabase,
  progress: (text: string) => void,
): Promise<AdministrationFigures> {
  const forums: Partial<Pair<FilledForum>> = {}
  try {
    for (const size of ['small', 'large'] as const) {
      progress(`a forum with ${sizes[size].toLocaleString('en')} users and entries`)
      forums[size] = await startFilledForum(database, sizes[size])
    }
    const { small, large } = forums as Pair<FilledForum>
    const reads = readsAt(Date.now())
    const figures: ReadFigures[] = []
    for (const read of reads) {
      progress(read.name)
      figures.push(await compare(read, { small, large }))
    }
    if (database === 'postgres') return { reads: figures, scans: [] }
    await Promise.all([small.server.stop(), large.server.stop()])
    return await withPlans(figures, reads, { small: small.folder, large: large.folder })
  } finally {
    for (const forum of Object.values(forums)) await forum.remove()
  }
}

async function compare(read: Read, forums: Pair<FilledForum>): Promise<ReadFigures> {
  const urls = { small: await addressOf(read, forums.small), large: await addressOf(read, forums.large) }
  const rows = { small: 0, large: 0 }
  const times: Pair<number[]> = { small: [], large: [] }
  const request = async (size: keyof typeof sizes) => {
    const started = performance.now()
    rows[size] = await receive(read, urls[size], forums[size])
    return performance.now() - started
  }
  for (let n = 0; n < warmUps; n++) for (const size of ['small', 'large'] as const) await request(size)
  if (rows.small !== rows.large) throw new Error(`${read.name}: ${rows.small} and ${rows.large} rows`)
  const growth = () => median(times.large) / median(times.small)
  const { name, goal = maximumGrowth } = read
  for (let round = 0; round < rounds && !(growth() <= goal); round++)
    for (let n = 0; n < pairs; n++)
      for (const size of ['small', 'large'] as const) times[size].push(await request(size))
  return {
    name,
    goal,
    times: { small: median(times.small), large: median(times.large) },
    growth: growth(),
  }
}

/** Requests once. Returns the number of rows in the answer; 0 for other answers. */
async function receive({ isStream }: Read, url: string, { headers }: FilledForum): Promise<number> {
  const response = await fetch(url, { headers })
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`)
  if (!isStream) {
    const { data } = (await response.json()) as { data?: unknown }
    return Array.isArray(data) ? data.length : 0
  }
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += (chunk as Uint8Array).length
    // Ends the request.
    if (bytes >= streamedBytes) break
  }
  return 0
}

/** The URL of a read: that of the second page for reads behind the first one. */
async function addressOf(
  { path, behind }: Read,
  { server, headers }: Pick<FilledForum, 'server' | 'headers'>,
): Promise<string> {
  if (!behind) return encodeURI(server.url + path)
  const response = await fetch(encodeURI(server.url + path), { headers })
  const { links } = (await response.json()) as { links: { next?: string } }
  if (links.next === undefined) throw new Error(`${path} has one page`)
  const next = new URL(links.next)
  for (const name of behind) next.searchParams.delete(name)
  return server.url + next.pathname + next.search
}

/** Adds the number of queries, and looks for scans of tables that grow. */
async function withPlans(
  figures: readonly ReadFigures[],
  reads: readonly Read[],
  folders: Pair<string>,
): Promise<AdministrationFigures> {
  const targets = reads
    .filter(({ isStream, behind }) => !isStream && !behind)
    .map(({ name, path }) => ({
      name,
      path: () => encodeURI(path),
      isCached: false,
      isAdministrators: true as const,
    }))
  const landmarks = { largest: { id: '', slug: '', lastPostNumber: 0 }, rareWord: '' }
  const small = await requestCosts(folders.small, targets, landmarks)
  const large = await requestCosts(folders.large, targets, landmarks)
  const queriesOf = (name: string): Pair<number> | undefined => {
    const target = targets.find((other) => other.name === name)
    return target && { small: small.get(target)?.queries ?? 0, large: large.get(target)?.queries ?? 0 }
  }
  const plans = [...small.values(), ...large.values()].flatMap((cost) => cost.plans)
  return {
    reads: figures.map((read) => {
      const queries = queriesOf(read.name)
      return queries ? { ...read, queries } : read
    }),
    scans: [...new Set(plans)].filter((plan) =>
      /SCAN (users|group_user|audit_entries|statistics)\b(?! USING)/.test(plan),
    ),
  }
}
