import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAccessToken } from '@parley/server/access-tokens'
import { PostgresConnection } from '@parley/server/db/postgres-connection'
import { createForum, type RunningForum } from '@parley/server/forum'
import { installForum } from '@parley/server/install'
import { startPostgresServer } from '@parley/testing/postgres-server'
import { sql } from 'kysely'
import { administrator } from '../data.ts'
import { median } from '../load.ts'

/** What the statistics cost writers on PostgreSQL. */
export interface WriterFigures {
  /** Replies per second with statistics: the median. */
  rate: number
  /** That rate relative to the one without statistics. */
  share: number
  deadlocks: number
  /** Acknowledged replies that the statistics do not have. */
  lost: number
}

/** The least share of the rate that writers keep with statistics. */
export const minimumShare = 0.9

const writers = 16
const roundMs = 4000
const rounds = 7

interface Writer {
  authorization: string
  discussion: string
}

/**
 * Compares replies per second with and without statistics, in turn: sixteen members reply at the same time, each in a
 * discussion of their own, so that only the statistics let them wait for each other. Commits wait for the disk.
 */
export async function measureWriters(): Promise<WriterFigures> {
  const postgres = await startPostgresServer({ isDurable: true })
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-writers-'))
  const statistics = switchStatistics()
  const forum = await createForum({
    database: { url: `${postgres.url}/postgres` },
    dataDir,
    baseUrl: 'http://127.0.0.1',
    rateLimits: 'off',
  })
  try {
    await install(forum)
    const all = await Promise.all(Array.from({ length: writers }, (_, number) => makeWriter(forum, number)))
    const rates = { with: [] as number[], without: [] as number[] }
    let lost = 0
    await replyFor(forum, all, roundMs)
    for (let round = 0; round < rounds; round++) {
      statistics.isOn = false
      rates.without.push((await replyFor(forum, all, roundMs)) / roundMs)
      statistics.isOn = true
      const before = await countedReplies(forum)
      const replies = await replyFor(forum, all, roundMs)
      rates.with.push(replies / roundMs)
      lost += before + replies - (await countedReplies(forum))
    }
    // PostgreSQL publishes its counts once a second.
    await sleep(2000)
    return {
      rate: median(rates.with) * 1000,
      share: median(rates.with.map((rate, round) => rate / (rates.without[round] ?? Number.NaN))),
      deadlocks: await deadlocksOf(forum),
      lost,
    }
  } finally {
    await forum.close()
    statistics.restore()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Lets the statement that counts be left out. */
function switchStatistics(): { isOn: boolean; restore(): void } {
  const { prototype } = PostgresConnection
  const { executeQuery } = prototype
  const state = {
    isOn: true,
    restore: () => {
      prototype.executeQuery = executeQuery
    },
  }
  prototype.executeQuery = function (this: PostgresConnection, query, ...rest) {
    return !state.isOn && query.sql.startsWith('insert into "statistics"')
      ? Promise.resolve({ rows: [] })
      : executeQuery.call(this, query, ...rest)
  } as typeof executeQuery
  return state
}

async function install(forum: RunningForum): Promise<void> {
  await installForum(forum.asSystem(), {
    title: 'Bench',
    adminUsername: administrator.username,
    adminEmail: administrator.email,
    adminPassword: administrator.password,
  })
  await forum.rebuild()
}

async function makeWriter(forum: RunningForum, number: number): Promise<Writer> {
  const { token } = await forum.current.database.transaction(async (db) => {
    const { id: userId } = await db
      .insertInto('users')
      .values({
        username: `writer${number}`,
        email: `writer${number}@example.org`,
        is_email_confirmed: true,
        password: '',
        avatar_url: null,
        preferences: null,
        joined_at: null,
        last_seen_at: null,
        marked_all_as_read_at: null,
        read_notifications_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return createAccessToken(db, { userId, type: 'session', now: new Date() })
  })
  const authorization = `Token ${token}`
  const attributes = { title: `Discussion ${number}`, content: 'A first post.' }
  const { data } = await send(forum, '/api/discussions', authorization, { type: 'discussions', attributes })
  return { authorization, discussion: data.id }
}

/** Lets every writer reply again and again. Returns the number of acknowledged replies. */
async function replyFor(forum: RunningForum, all: readonly Writer[], milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds
  const counts = all.map(async ({ authorization, discussion }) => {
    let count = 0
    for (; performance.now() < end; count++)
      await send(forum, '/api/posts?include=', authorization, {
        type: 'posts',
        attributes: { content: 'A reply of **ordinary** length, with a [link](https://example.org/).' },
        relationships: { discussion: { data: { type: 'discussions', id: discussion } } },
      })
    return count
  })
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

async function send(
  forum: RunningForum,
  url: string,
  authorization: string,
  data: object,
): Promise<{ data: { id: string } }> {
  const { statusCode, payload } = await forum.inject({
    method: 'POST',
    url,
    headers: { authorization },
    payload: { data },
  })
  if (statusCode !== 201) throw new Error(`${url}: ${statusCode} ${payload}`)
  return JSON.parse(payload) as { data: { id: string } }
}

async function countedReplies({ current: { database } }: RunningForum): Promise<number> {
  const { rows } = await sql<{ count: number | string | null }>`select sum(count) as count from statistics
    where series = 'posts' and unit = 'month'`.execute(database.read)
  return Number(rows[0]?.count ?? 0)
}

async function deadlocksOf({ current: { database } }: RunningForum): Promise<number> {
  const { rows } = await sql<{ deadlocks: number | string }>`select deadlocks from pg_stat_database
    where datname = current_database()`.execute(database.read)
  return Number(rows[0]?.deadlocks ?? 0)
}
