import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAccessToken } from '@parley/server/access-tokens'
import { openDatabase } from '@parley/server/db'
import { copyOf } from './data.ts'
import { type LoadResult, measure, median } from './load.ts'
import { startServer } from './server.ts'

/** A comparison of a member with little data and a member with much. */
export interface MemberFigures {
  name: string
  /** Result for the member with much data. */
  result: LoadResult
  /** Factor by which requests take longer for the member with much data. */
  growth: number
  /** Rate compared with that of `/health`. */
  share: number
}

/** Amounts of data of the two members. */
export interface MemberSizes {
  notifications: { few: number; many: number }
  readDiscussions: { few: number; many: number }
}

export const memberSizes: MemberSizes = {
  notifications: { few: 10, many: 100_000 },
  readDiscussions: { few: 50, many: 50_000 },
}

/** Durations in seconds, and the number of rounds. */
export interface MemberRounds {
  warm: number
  main: number
  round: number
  rounds: number
}

type Pair = Record<'few' | 'many', string>

/** Compares two members with notifications and read discussions, on a copy of a seeded forum without page cache. */
export async function measureMembers(
  folder: string,
  times: MemberRounds,
  sizes: MemberSizes = memberSizes,
): Promise<MemberFigures[]> {
  const copy = copyOf(folder)
  const tokens = await makeMembers(copy, sizes)
  const server = await startServer(copy, { PAGE_CACHE: 'off' })
  try {
    for (const token of Object.values(tokens)) await waitUntilCounted(server.url, token)
    const byHeader = (token: string) => ({ authorization: `Token ${token}` })
    const byCookie = (token: string) => ({ cookie: `parley_session=${'0'.repeat(40)}.${token}` })
    const compare = (name: string, path: string, headersOf: typeof byHeader | typeof byCookie) =>
      compareMembers(name, server.url, path, tokens, headersOf, times)
    return [
      await compare('GET /api/notifications', '/api/notifications', byHeader),
      await compare('GET /api with the unread count', '/api', byHeader),
      await compare('index page of a member, cache off', '/', byCookie),
    ]
  } finally {
    await server.stop()
  }
}

async function compareMembers(
  name: string,
  url: string,
  path: string,
  tokens: Pair,
  headersOf: (token: string) => Record<string, string>,
  { warm, main, round, rounds }: MemberRounds,
): Promise<MemberFigures> {
  const measureMember = (member: keyof Pair, seconds: number) =>
    measure(url + path, seconds, headersOf(tokens[member]))
  for (const member of ['few', 'many'] as const) await measureMember(member, warm)
  const result = await measureMember('many', main)
  const ratios: number[] = []
  const shares: number[] = []
  for (let done = 0; done < rounds; done++) {
    const baseline = await measure(`${url}/health`, round)
    const many = await measureMember('many', round)
    const few = await measureMember('few', round)
    ratios.push(few.rate / many.rate)
    shares.push(many.rate / baseline.rate)
  }
  return { name, result, growth: median(ratios), share: median(shares) }
}

/** Waits until the forum has computed the visibility of all notifications of a member. */
async function waitUntilCounted(url: string, token: string): Promise<void> {
  for (let before = -1; ; ) {
    const response = await fetch(`${url}/api`, { headers: { authorization: `Token ${token}` } })
    const { included } = (await response.json()) as { included: { attributes: Record<string, number> }[] }
    const unread = included.flatMap(({ attributes }) => attributes.unreadNotificationCount ?? []).at(0) ?? 0
    if (unread === before) return
    before = unread
    await sleep(2000)
  }
}

async function makeMembers(folder: string, sizes: MemberSizes): Promise<Pair> {
  const file = join(folder, 'forum.sqlite')
  const ids = { few: fillMember(file, 'few', sizes), many: fillMember(file, 'many', sizes) }
  const database = await openDatabase({ file })
  const tokenOf = (userId: number) =>
    database.transaction((db) => createAccessToken(db, { userId, type: 'session_remember', now: new Date() }))
  try {
    return { few: (await tokenOf(ids.few)).token, many: (await tokenOf(ids.many)).token }
  } finally {
    await database.close()
  }
}

/** Stores a member with notifications and read states. The forum computes the visibility of the notifications. */
function fillMember(file: string, name: 'few' | 'many', sizes: MemberSizes): number {
  const count = sizes.notifications[name]
  const database = new DatabaseSync(file)
  try {
    const { lastInsertRowid } = database
      .prepare(`insert into users (username, email, password, is_email_confirmed, notification_check)
        values (?, ?, '', true, 0)`)
      .run(name, `${name}@example.org`)
    const user = Number(lastInsertRowid)
    const own = 'from notifications where group_id = notification_groups.id'
    database.exec(`begin;
      insert into notification_groups (user_id, type, subject_type, subject_id, root_type, root_id, is_visible)
        select ${user}, 'discussionRenamed', 'discussions', id, 'discussions', id, false from discussions
        order by id desc limit ${count};
      with recursive turns (turn) as (select 1 union all select turn + 1 from turns where turn < 1000)
        insert into notifications (group_id, user_id, type, from_user_id, subject_id, same_key, data, created_at)
        select id, user_id, type, 1, subject_id, 'bench ' || id || ' ' || turn,
          '{"postNumber":' || turn || '}', '2026-01-01T00:00:00.000Z'
        from turns cross join notification_groups where user_id = ${user} limit ${count};
      update notification_groups set unread_count = (select count(*) ${own}), newest_id = (select max(id) ${own})
        where user_id = ${user};
      insert into discussion_user (user_id, discussion_id, last_read_at, last_read_post_number)
        select ${user}, id, last_posted_at, 1 from discussions
        order by last_posted_at desc limit ${sizes.readDiscussions[name]};
      commit`)
    return user
  } finally {
    database.close()
  }
}
