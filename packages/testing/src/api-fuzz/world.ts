import { createAccessToken } from '@parley/server/access-tokens'
import { createEmailToken, createPasswordToken } from '@parley/server/account-tokens'
import { administrators, members, moderators } from '@parley/server/actor'
import type { InstalledExtension } from '@parley/server/extensions'
import { createForum, type ForumOptions, type RunningForum } from '@parley/server/forum'
import { installForum } from '@parley/server/install'
import { sql } from 'kysely'
import { makeDiscussion } from '../discussions.ts'
import { makeGroup, makeUser } from '../factories.ts'

/** Data locations and extensions of the fuzzed forum. */
export interface FuzzedData {
  database: ForumOptions['database']
  dataDir: string
  extensions: readonly InstalledExtension[]
}

/** A forum with users in every role, their discussions and their credentials. */
export interface FuzzedForum {
  forum: RunningForum
  /** Errors in the forum's log. */
  errors: readonly string[]
  /** Access tokens by role; guests have none. */
  tokens: ReadonlyMap<string, string>
  /** Browser sessions by role, including guests. */
  browsers: ReadonlyMap<string, Browser>
  /** Tokens of mails, valid until a request uses them. */
  mailed: readonly string[]
  /** Names of the current users. */
  usernames: readonly string[]
  /** Highest id of each resource type at the last refresh. */
  newest: ReadonlyMap<string, number>
  /** Creates new users, discussions and credentials in place of those that requests have deleted. */
  refresh(): Promise<void>
}

/** A browser's cookies and CSRF token. */
export interface Browser {
  cookie: string
  csrfToken: string
}

const groupsOf: Readonly<Record<string, readonly number[]>> = {
  admin: [administrators],
  moderator: [moderators],
  member: [],
  unconfirmed: [],
}

/** Creates, sets up and fills the forum. */
export async function openFuzzedForum({ database, dataDir, extensions }: FuzzedData): Promise<FuzzedForum> {
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
  // Disables the throttle for writers, as the fuzzed forum runs on the real clock.
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
      mailed.push(...(await createMailedTokens(forum, user.id)))
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

/** A browser session with its CSRF token; a guest's if there is no access token. */
async function browserOf(forum: RunningForum, accessToken?: string): Promise<Browser> {
  const sent = accessToken === undefined ? '' : `parley_session=${'s'.repeat(40)}.${accessToken}`
  const { headers, cookies } = await forum.inject({ method: 'GET', url: '/api', headers: { cookie: sent } })
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { cookie: cookie || sent, csrfToken: String(headers['x-csrf-token']) }
}

/** The tokens of two mails: to confirm an address, and to reset a password. */
async function createMailedTokens(
  { current: { database, now } }: RunningForum,
  userId: number,
): Promise<string[]> {
  const email = `mailed${userId}@machine.local`
  return database.transaction(async (db) => [
    await createEmailToken(db, { userId, email, now: now() }),
    await createPasswordToken(db, { userId, now: now() }),
  ])
}

/** Recreates the moderators' group, which a request may have deleted, and its permissions. */
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
