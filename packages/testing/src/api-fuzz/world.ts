import { createAccessToken } from '@parley/server/access-tokens'
import type { InstalledExtension } from '@parley/server/extensions'
import { createForum, type ForumOptions, type RunningForum } from '@parley/server/forum'
import { installForum } from '@parley/server/install'
import { sql } from 'kysely'
import { makeDiscussion } from '../discussions.ts'
import { makeGroup, makeUser } from '../factories.ts'

/** Where the fuzzed forum keeps its data. */
export interface FuzzedData {
  database: ForumOptions['database']
  dataDir: string
  extensions: readonly InstalledExtension[]
}

/** A forum with a bit of everything in it, and people of every kind who use it. */
export interface World {
  forum: RunningForum
  /** What the forum logged as errors. */
  errors: readonly string[]
  /** Access tokens by kind of person; guests have none. */
  tokens: ReadonlyMap<string, string>
  /** Highest id of each resource type when the world was last refreshed. */
  newest: ReadonlyMap<string, number>
  /** Makes anew the people and things that requests deleted meanwhile. */
  refresh(): Promise<void>
}

const members = 3
const moderators = 4

const groupsOf: Readonly<Record<string, readonly number[]>> = {
  admin: [1],
  moderator: [moderators],
  member: [],
  unconfirmed: [],
}

/** Opens and sets up the forum. */
export async function openWorld({ database, dataDir, extensions }: FuzzedData): Promise<World> {
  const errors: string[] = []
  const quiet = () => {}
  const forum = await createForum({
    database,
    dataDir,
    extensions,
    baseUrl: 'http://localhost',
    rateLimits: 'off',
    log: {
      info: quiet,
      warn: quiet,
      error: (details, message) => void errors.push(`${message} ${reasonOf(details)}`),
    },
  })
  await installForum(forum.asSystem(), {
    title: 'Fuzzed',
    adminUsername: 'root',
    adminEmail: 'root@machine.local',
    adminPassword: 'correct horse battery',
  })
  // Writing must not wait: the clock of a fuzzed forum is the real one.
  await forum.current.database.transaction((db) =>
    db
      .insertInto('group_permission')
      .values({ group_id: members, permission: 'postWithoutThrottle' })
      .execute(),
  )
  await forum.rebuild()
  const tokens = new Map<string, string>()
  const newest = new Map<string, number>()
  const refresh = async () => {
    await restoreModerators(forum)
    for (const [kind, groupIds] of Object.entries(groupsOf)) {
      const user = await makeUser(forum, { groupIds, is_email_confirmed: kind !== 'unconfirmed' })
      await makeDiscussion(forum, { user_id: user.id, posts: [{}, {}, {}] })
      tokens.set(kind, await tokenOf(forum, user.id))
    }
    for (const [type, id] of await newestIds(forum)) newest.set(type, id)
  }
  await refresh()
  return { forum, errors, tokens, newest, refresh }
}

async function tokenOf(forum: RunningForum, userId: number): Promise<string> {
  const { database, now } = forum.current
  const { token } = await database.transaction((db) =>
    createAccessToken(db, { userId, type: 'developer', now: now() }),
  )
  return token
}

/** An administrator may delete the moderators' group; their kind of person stays in the game. */
async function restoreModerators(forum: RunningForum): Promise<void> {
  const { database } = forum.current
  const found = await database.read.selectFrom('groups').select('id').where('id', '=', moderators).execute()
  if (found.length === 0) await makeGroup(forum, { id: moderators })
  await database.transaction(async (db) => {
    for (const permission of [
      'discussion.hide',
      'discussion.rename',
      'discussion.editPosts',
      'discussion.hidePosts',
    ])
      await db
        .insertInto('group_permission')
        .values({ group_id: moderators, permission })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  })
  await forum.current.reload()
}

async function newestIds({ current: { database, points } }: RunningForum): Promise<[string, number][]> {
  const ids: [string, number][] = []
  for (const { type, table } of points.resources.values()) {
    if (table === undefined) continue
    const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(
      database.read,
    )
    ids.push([type, rows[0]?.id ?? 1])
  }
  return ids
}

function reasonOf(details: object): string {
  const { err } = details as { err?: unknown }
  return err instanceof Error ? (err.stack ?? err.message) : JSON.stringify(details)
}
