import { expect, test, vi } from 'vitest'
import type { App } from '../../../points/app.ts'
import type { ListStart } from '../../../points/pages/lists.ts'
import { MemoryStorage } from '../../../store/memory-storage.ts'
import { FirstVisit } from './after-log-in.ts'
import { continueAfterLogIn } from './continue-after-log-in.ts'
import { type LogInPlan, planAfterLogIn } from './log-in-plan.ts'

interface PageValues {
  url: string
  isEmailConfirmed?: boolean
  /** Whether the server writes the page itself. */
  isSmall?: boolean
  afterLogIn?: App['afterLogIn']
  /** How the page's list starts a discussion. */
  start?: () => ListStart
}

/** A tab of user 7, in which a form has left a plan. */
function openTab(plan: LogInPlan) {
  const [planned, kept] = [new MemoryStorage(), new MemoryStorage()]
  planAfterLogIn(plan, planned)
  const calls: unknown[] = []
  return {
    calls,
    /** Begins a page. @returns the page to which it leads on. */
    async begin({
      url,
      isEmailConfirmed = false,
      isSmall = false,
      afterLogIn = [],
      start,
    }: PageValues): Promise<string | undefined> {
      const navigate = vi.fn(async (path: string) => void calls.push(path))
      const app = {
        boot: isSmall ? { smallPage: {} } : {},
        userId: '7',
        store: { get: () => ({ id: '7', isEmailConfirmed, displayName: 'Mira' }) },
        router: { state: { entry: { url, location: { list: { start } } } }, navigate },
        forum: { canStartDiscussion: false },
        composer: { open: async (_: unknown, options: unknown) => calls.push(options) },
        firstVisit: new FirstVisit(),
        alerts: { show: () => {} },
        t: (key: string) => key,
        afterLogIn,
        reportFailure: (extension: string) => calls.push(`${extension} failed`),
      }
      continueAfterLogIn(app as unknown as App, planned, kept)
      await Promise.resolve()
      return navigate.mock.calls[0]?.[0]
    },
  }
}

test('the front page leads on to the page asked for once the address is confirmed', async () => {
  const tab = openTab({ isNew: true, path: '/settings' })
  expect(await tab.begin({ url: '/settings' })).toBeUndefined()
  expect(await tab.begin({ url: '/confirm/abc', isSmall: true })).toBeUndefined()
  expect(await tab.begin({ url: '/', isEmailConfirmed: true })).toBe('/settings')
  expect(await tab.begin({ url: '/', isEmailConfirmed: true })).toBeUndefined()
})

test('it does so, too, if the page asked for was left before it began', async () => {
  const tab = openTab({ isNew: true, path: '/settings' })
  expect(await tab.begin({ url: '/confirm/abc', isSmall: true })).toBeUndefined()
  expect(await tab.begin({ url: '/', isEmailConfirmed: true })).toBe('/settings')
})

test('a page other than the planned one stays, and so does the front page later', async () => {
  const tab = openTab({ path: '/d/5' })
  expect(await tab.begin({ url: '/d/5-title', isEmailConfirmed: true })).toBeUndefined()
  expect(await tab.begin({ url: '/', isEmailConfirmed: true })).toBeUndefined()
})

test('a discussion begins as the list of the page says', async () => {
  const tab = openTab({ path: '/t/oak', target: { kind: 'discussion' } })
  const start = () => ({ fields: { tags: ['1'] }, isAllowed: true })
  await tab.begin({ url: '/t/oak', isEmailConfirmed: true, start })
  expect(tab.calls).toEqual([{ fields: { tags: ['1'] }, isAllowed: true }])
})

test('without a permission none is begun', async () => {
  const tab = openTab({ path: '/t/oak', target: { kind: 'discussion' } })
  await tab.begin({ url: '/t/oak', isEmailConfirmed: true, start: () => ({ isAllowed: false }) })
  await tab.begin({ url: '/', isEmailConfirmed: true })
  expect(tab.calls).toEqual([])
})

test('extensions come after a log-in and before what it was for, one after the other', async () => {
  const tab = openTab({ isNew: true, path: '/settings' })
  const accepted = Promise.withResolvers<void>()
  const afterLogIn = [
    { extension: 'odd', value: () => Promise.reject(new Error('broken')) },
    {
      extension: 'terms',
      value: async (_: App, { isNew }: { isNew: boolean }) => {
        tab.calls.push(`terms ${isNew}`)
        await accepted.promise
      },
    },
    { extension: 'tour', value: () => tab.calls.push('tour') },
  ]
  await tab.begin({ url: '/', isEmailConfirmed: true, afterLogIn })
  await vi.waitFor(() => expect(tab.calls).toEqual(['odd failed', 'terms true']))
  accepted.resolve()
  await vi.waitFor(() => expect(tab.calls).toEqual(['odd failed', 'terms true', 'tour', '/settings']))
  await tab.begin({ url: '/', isEmailConfirmed: true, afterLogIn })
  expect(tab.calls).toHaveLength(4)
})
