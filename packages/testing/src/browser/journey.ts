import { createAccessToken, hashToken } from '@parley/server/access-tokens'
import { administrators, moderators } from '@parley/server/actor'
import { hashPassword } from '@parley/server/passwords'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type DiscussionValues, makeDiscussion } from '../discussions.ts'
import { makeUser } from '../factories.ts'
import { answered, countRequests, pagesOf, waitForHydrationOnLoad } from '../pages/index.ts'
import type { ServedForum } from '../servers/start-forum.ts'
import { type ForumChoice, Forums, sharedForum } from './forums.ts'
import { PageWatch } from './page-watch.ts'
import { saveScreenshot } from './screenshot.ts'

export { expect } from '@playwright/test'
export { oncePerForum } from './forums.ts'

/** An account with its password. */
export interface Person {
  id: number
  username: string
  email: string
  password: string
}

/** Name and group of a new account. */
export interface Role {
  username: string
  /** A plain member by default. */
  is?: 'administrator' | 'moderator'
}

/** The fixtures of every journey. */
export interface Journey {
  /** Page objects of the test's page. */
  on: ReturnType<typeof pagesOf>
  isPhone: boolean
  /** Collects the browser's errors; an unexpected one fails the test at its end. */
  watch: PageWatch
  /** Stores a new, confirmed account; `username` gets a number if it is taken. */
  makePerson(username: string, options?: { groupIds?: readonly number[] }): Promise<Person>
  /** Logs a browser in without the log-in form. Clears its cookies first. */
  logIn(person: { id: number }, context?: BrowserContext): Promise<void>
  /** Leaves the page, which then reports what was read, and deletes the browser's cookies. */
  forgetSession(): Promise<void>
  /** Stores a discussion and opens it, logged in with a new account. */
  openDiscussion(values: DiscussionValues, as: Role): Promise<{ id: number; title: string; person: Person }>
  /** Saves a screenshot of the window. */
  picture(name: string, page?: Page): Promise<void>
}

interface WorkerFixtures {
  /** The forums of this worker. */
  forums: Forums
}

interface ForumOfTest {
  /** The forum of this test. Other tests share it, so each creates its own data. */
  forum: ServedForum
}

/** Group ids by role. */
export const groups = { administrator: administrators, moderator: moderators }

const password = 'open sesame, please'
const sessionCookie = 'parley_session'
let passwordHash: Promise<string> | undefined

/** Playwright's `test` with a forum. Console errors, failed requests and errors in the forum's log fail the test. */
export const test = base.extend<
  Journey & ForumChoice & ForumOfTest & { noErrors: undefined },
  WorkerFixtures
>({
  database: ['sqlite', { option: true }],
  isSetUp: [true, { option: true }],
  forumOf: [sharedForum, { option: true }],
  command: [[], { option: true }],
  root: ['', { option: true }],
  beginning: [{ name: 'set-up', fill: async () => {} }, { option: true }],
  forums: [
    async ({ playwright: _ }, use) => {
      const forums = new Forums()
      try {
        await use(forums)
      } finally {
        await forums.stop()
      }
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  forum: [
    async ({ forums, database, isSetUp, forumOf, command, root, beginning }, use) =>
      use(await forums.of({ database, isSetUp, forumOf, command, root, beginning })),
    { scope: 'test', timeout: 90_000 },
  ],
  context: async ({ context }, use) => {
    context.on('page', waitForHydrationOnLoad)
    context.on('page', countRequests)
    await use(context)
  },
  baseURL: async ({ forum }, use) => use(forum.url),
  on: async ({ page }, use) => use(pagesOf(page)),
  isPhone: async ({ isMobile }, use) => use(isMobile),
  watch: async ({ context }, use) => {
    const watch = new PageWatch(context)
    await use(watch)
    expect(watch.faults, 'errors in the browser').toEqual([])
  },
  noErrors: [
    async ({ forum, watch }, use) => {
      const before = forum.errors().length
      await use(watch && undefined)
      expect(forum.errors().slice(before), 'errors in the log of the forum').toEqual([])
    },
    { auto: true },
  ],
  makePerson: async ({ forum }, use) => {
    await use(async (name, options = {}) => {
      passwordHash ??= hashPassword(password)
      const username = await availableName(forum, name)
      const email = `${username}@machine.local`
      const { id } = await makeUser(forum, { username, email, password: await passwordHash, ...options })
      return { id, username, email, password }
    })
  },
  logIn: async ({ forum, context: own }, use) => {
    await use((person, context = own) => beginSession(forum, person, context))
  },
  forgetSession: async ({ forum, page, context }, use) => {
    await use(async () => {
      await page.goto('about:blank')
      await endSession(forum, context)
    })
  },
  openDiscussion: async ({ forum, on, makePerson, logIn }, use) => {
    await use(async (values, { username, is }) => {
      const { id, title } = await makeDiscussion(forum, values)
      const person = await makePerson(username, is && { groupIds: [groups[is]] })
      await logIn(person)
      await on.discussion.goto(id)
      await expect(on.discussion.title).toHaveText(title)
      return { id, title, person }
    })
  },
  picture: async ({ page: own }, use, info) => {
    await use((name, page = own) => saveScreenshot(page, info, name))
  },
})

/** Logs a browser in to a forum without the log-in form, in place of the account that it is logged in with. */
export async function beginSession(
  forum: ServedForum,
  { id }: { id: number },
  context: BrowserContext,
): Promise<void> {
  await answered(context)
  // The session is replaced, not ended: an open page that asks for something in between would take itself for logged out.
  await context.clearCookies({ name: new RegExp(`^(?!${sessionCookie}$)`) })
  const { database, now } = forum.current
  const { token } = await database.transaction((db) =>
    createAccessToken(db, { userId: id, type: 'session', now: now() }),
  )
  const value = `${'0'.repeat(40)}.${token}`
  const hasSession = async () =>
    (await context.cookies(forum.url)).some((cookie) => cookie.value.endsWith(token))
  // The answer to a request that an open page sent before sets the cookie of the former session again.
  do {
    await context.addCookies([{ name: sessionCookie, value, url: forum.url, httpOnly: true }])
    await answered(context)
  } while (!(await hasSession()))
}

/**
 * Ends the session of a browser, also on the server: the response to a request that outlives its page may set the
 * cookie again.
 */
export async function endSession({ url, current }: ServedForum, context: BrowserContext): Promise<void> {
  const cookies = await context.cookies(url)
  await context.clearCookies()
  const token = cookies.find(({ name }) => name === sessionCookie)?.value.split('.')[1]
  if (token === undefined) return
  await current.database.transaction((db) =>
    db.deleteFrom('access_tokens').where('token_hash', '=', hashToken(token)).execute(),
  )
}

/** Confirms the e-mail address of an account without following the link in the mail. */
export async function confirmEmail({ current: { database } }: ServedForum, username: string): Promise<void> {
  await database.transaction((db) =>
    db.updateTable('users').set({ is_email_confirmed: true }).where('username', '=', username).execute(),
  )
}

async function availableName({ current: { database } }: ServedForum, name: string): Promise<string> {
  const users = await database.read.selectFrom('users').select('username').execute()
  const taken = new Set(users.map(({ username }) => username))
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}${number}`
    if (!taken.has(candidate)) return candidate
  }
}
