import { createAccessToken } from '@parley/server/access-tokens'
import { createEmailToken, createPasswordToken } from '@parley/server/account-tokens'
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
  /** Sessions of the same people, and of guests, in a browser. */
  browsers: ReadonlyMap<string, Browser>
  /** Tokens as they were mailed, still good unless somebody has used them. */
  mailed: readonly string[]
  /** Names of people. */
  usernames: readonly string[]
  /** Highest id of each resource type when the world was last refreshed. */
  newest: ReadonlyMap<string, number>
  /** Makes anew the people and things that requests deleted meanwhile. */
  refresh(): Promise<void>
}

/** What a browser sends along. */
export interface Browser {
  cookie: string
  csrfToken: string
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
  const browsers = new Map<string, Browser>()
  const newest = new Map<string, number>()
  const mailed: string[] = []
  const usernames: string[] = []
  const refresh = async () => {
    await restoreModerators(forum)
    browsers.set('guest', await browserOf(forum))
    mailed.length = 0
    usernames.length = 0
    for (const [kind, groupIds] of Object.entries(groupsOf)) {
      const user = await makeUser(forum, { groupIds, is_email_confirmed: kind !== 'unconfirmed' })
      await makeDiscussion(forum, { user_id: user.id, posts: [{}, {}, {}] })
      tokens.set(kind, await tokenOf(forum, user.id, 'developer'))
      browsers.set(kind, await browserOf(forum, await tokenOf(forum, user.id, 'session')))
      mailed.push(...(await mailTo(forum, user.id)))
      usernames.push(user.username)
    }
    for (const [type, id] of await newestIds(forum)) newest.set(type, id)
  }
  await refresh()
  return { forum, errors, tokens, browsers, mailed, usernames, newest, refresh }
}

async function tokenOf(forum: RunningForum, userId: number, type: 'developer' | 'session'): Promise<string> {
  const { database, now } = forum.current
  const { token } = await database.transaction((db) => createAccessToken(db, { userId, type, now: now() }))
  return token
}

/** A session with its CSRF token; a guest's without an access token. */
async function browserOf(forum: RunningForum, accessToken?: string): Promise<Browser> {
  const sent = accessToken === undefined ? '' : `parley_session=${'s'.repeat(40)}.${accessToken}`
  const { headers, cookies } = await forum.inject({ method: 'GET', url: '/api', headers: { cookie: sent } })
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { cookie: cookie || sent, csrfToken: String(headers['x-csrf-token']) }
}

/** The tokens of two mails: to confirm an address, and to choose a new password. */
async function mailTo({ current: { database, now } }: RunningForum, userId: number): Promise<string[]> {
  const email = `mailed${userId}@machine.local`
  return database.transaction(async (db) => [
    await createEmailToken(db, { userId, email, now: now() }),
    await createPasswordToken(db, { userId, now: now() }),
  ])
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
