import type { Queries } from '@parley/server'
import { type OpenOptions, openDatabase } from '@parley/server/db'
import { type RawBuilder, sql } from 'kysely'

/** A group of every tenth user, and one of every two-hundredth. */
export const groupIds = { regulars: 101, testers: 102 }
/** A user without a namesake, whose address begins otherwise than the name. */
export const rareUser = { username: 'quirinus', email: 'xaver@example.org' }
/** Actions that the rare user, and another user, have never done. */
export const auditActions = { common: 'discussion.hidden', other: 'discussion.locked', rare: 'post.hidden' }

const dayMs = 86_400_000
const hourSeconds = 3600
const daySeconds = 24 * hourSeconds
/** Days of joining, of last visits, and of the audit log, which keeps its entries longer. */
const days = { joined: 3650, seen: 365, audited: 300 }
/** Days and months that the statistics of the core cover. */
const counted = { days: 1600, months: 240, hours: 48 }
const coreSeries = ['users', 'discussions', 'posts', 'activeMembers']
const rowsPerInsert = 500

/**
 * Fills a seeded forum with `count` users, as many entries of the audit log, and as many rows of statistics besides those
 * of the core, which cover the same periods in forums of all sizes.
 */
export async function fillForum(place: OpenOptions, count: number): Promise<void> {
  const database = await openDatabase(place)
  const filling = { count, now: Date.now(), ...syntaxOf(database.dialect.name === 'sqlite') }
  try {
    for (const fill of [fillUsers, fillAudit, fillStatistics])
      await database.transaction((db) => fill({ db, ...filling }))
    // As autovacuum does; the forum itself does not, so that SQLite plans without statistics.
    if (database.dialect.name === 'postgres') await database.transaction((db) => sql`analyze`.execute(db))
  } finally {
    await database.close()
  }
}

interface Syntax {
  /** A table of the numbers `n` from 1 to `end`. */
  numbers(end: number): RawBuilder<unknown>
  /** A time from its milliseconds since 1970. */
  time(milliseconds: RawBuilder<unknown>): RawBuilder<unknown>
}

interface Filling extends Syntax {
  db: Queries
  count: number
  now: number
}

function syntaxOf(isSqlite: boolean): Syntax {
  return isSqlite
    ? {
        numbers: (end) => sql`(with recursive counting (n) as
          (select 1 union all select n + 1 from counting where n < ${sql.lit(end)}) select n from counting)`,
        time: (milliseconds) => sql`strftime('%Y-%m-%dT%H:%M:%fZ', (${milliseconds}) / 1000.0, 'unixepoch')`,
      }
    : {
        numbers: (end) => sql`(select generate_series(1, ${sql.lit(end)}::bigint) as n)`,
        time: (milliseconds) => sql`to_timestamp((${milliseconds}) / 1000.0)`,
      }
}

/** Users in the order in which they joined. */
async function fillUsers({ db, count, now, numbers, time }: Filling): Promise<void> {
  const joinedMs = days.joined * dayMs
  const joined = time(sql`${sql.lit(now - joinedMs)} + n * ${sql.lit(joinedMs)} / ${sql.lit(count)}`)
  const seen = time(sql`${sql.lit(now)} - random / 24336 % ${sql.lit(days.seen)} * ${sql.lit(dayMs)} - n`)
  const letter = (random: RawBuilder<unknown>) =>
    sql`substr('abcdefghijklmnopqrstuvwxyz', cast(1 + ${random} % 26 as integer), 1)`
  await sql`insert into users
    (username, email, password, is_email_confirmed, joined_at, last_seen_at, discussion_count, comment_count)
    select ${letter(sql`random`)} || 'nna' || n, ${letter(sql`random / 26`)} || n || '@example.org', '',
      random / 676 % 9 > 0, ${joined}, case when random / 6084 % 4 > 0 then ${seen} end, n % 11, n % 101
    from (select n, ${random(sql`n`, 48_271)} as random from ${numbers(count)} as numbers) as numbers`.execute(
    db,
  )
  await db
    .insertInto('users')
    .values({ ...rareUser, ...accountless })
    .execute()
  const name = (id: number) => ({ id, name_singular: `Group ${id}`, name_plural: `Group ${id}` })
  await db.insertInto('groups').values(Object.values(groupIds).map(name)).execute()
  for (const [id, nth] of [
    [groupIds.regulars, 10],
    [groupIds.testers, 200],
  ])
    await sql`insert into group_user (user_id, group_id) select id, ${sql.lit(id)} from users
      where id > 1 and ${random(sql`cast(id as bigint)`, 39_373)} % ${sql.lit(nth)} = 0`.execute(db)
}

/** A number from 0 to 2³¹ that looks random. */
function random(n: RawBuilder<unknown>, factor: number): RawBuilder<unknown> {
  return sql`(${n} * ${sql.lit(factor)} % 2147483647 * 69621 % 2147483647)`
}

const accountless = {
  password: '',
  avatar_url: null,
  preferences: null,
  joined_at: null,
  last_seen_at: null,
  marked_all_as_read_at: null,
  read_notifications_at: null,
}

/** Entries of twenty users, in the order of their times, and a few of the rare user. */
async function fillAudit({ db, count, now, numbers, time }: Filling): Promise<void> {
  const created = time(
    sql`${sql.lit(now - days.audited * dayMs)} + n * ${sql.lit(days.audited * dayMs)} / ${sql.lit(count)}`,
  )
  const rare = db.selectFrom('users').select('id').where('username', '=', rareUser.username)
  await sql`insert into audit_entries
    (created_at, actor_id, actor_name, action, target_type, target_id, target_name, changes, omitted_fields, origin, ip_address)
    select ${created}, case when n % 100 = 0 and n <= 1000 then (${rare}) else 2 + n % 20 end, 'Somebody',
      case when n % 100 = 1 and n <= 1000 then ${auditActions.rare}
        when n % 2 = 0 then ${auditActions.common} else ${auditActions.other} end,
      'discussions', cast(1 + n % 40 as text), 'A title', '{}', 0,
      case when n % 30 = 7 then 'apiKey' else 'session' end, '203.0.113.7'
    from ${numbers(count)} as numbers`.execute(db)
}

async function fillStatistics({ db, count, now, numbers }: Filling): Promise<void> {
  const today = Math.floor(now / dayMs) * daySeconds
  const monday = today - ((new Date(now).getUTCDay() + 6) % 7) * daySeconds
  const hour = Math.floor(now / 1000 / hourSeconds) * hourSeconds
  const month = new Date(now)
  const periods = [
    ...range(counted.hours).map((n) => ({ unit: 'hour' as const, start: hour - n * hourSeconds })),
    ...range(counted.days).map((n) => ({ unit: 'day' as const, start: today - n * daySeconds })),
    ...range(counted.days / 7).map((n) => ({ unit: 'week' as const, start: monday - n * 7 * daySeconds })),
    ...range(counted.months).map((n) => ({
      unit: 'month' as const,
      start: Date.UTC(month.getUTCFullYear(), month.getUTCMonth() - n) / 1000,
    })),
  ]
  // The seed has counted some of them.
  await db.deleteFrom('statistics').execute()
  const rows = coreSeries.flatMap((series) =>
    periods.map((period) => ({ series, ...period, shard: 0, count: 7 })),
  )
  for (let done = 0; done < rows.length; done += rowsPerInsert)
    await db
      .insertInto('statistics')
      .values(rows.slice(done, done + rowsPerInsert))
      .execute()
  // Those of extensions.
  await sql`insert into statistics (series, unit, start, shard, count)
    select 'series' || (n % 100), 'day', ${sql.lit(today)} - n / 100 * ${sql.lit(daySeconds)}, 0, 7
    from ${numbers(count)} as numbers`.execute(db)
}

function range(length: number): number[] {
  return Array.from({ length: Math.floor(length) }, (_, n) => n)
}
