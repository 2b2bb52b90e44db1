import { beforeEach, expect, test, vi } from 'vitest'
import { Drafts, draftLimit } from './drafts.ts'
import { FakeBrowser } from './fake-browser.ts'
import { browserLocks, type TabLocks } from './tab-locks.ts'

const reply = { kind: 'reply', discussionId: '5' } as const
const draftOf = (content: string) => ({ fields: { title: '', content } })

let browser: FakeBrowser

beforeEach(() => {
  browser = new FakeBrowser()
})

/** The abandoned drafts, latest first, as new tabs take them over. */
async function abandonedDrafts(): Promise<(string | undefined)[]> {
  const contents: (string | undefined)[] = []
  for (;;) {
    const { stored } = await new Drafts(browser.openTab().load(), '1').open(reply)
    if (stored === undefined) return contents
    contents.push(stored.fields.content)
  }
}

test('new tabs take over the drafts of two closed tabs, one each', async () => {
  const tabs = [browser.openTab(), browser.openTab()]
  for (const [index, tab] of tabs.entries()) {
    const draft = await new Drafts(tab.load(), '1').open(reply)
    expect(draft.stored).toBeUndefined()
    expect(draft.save(draftOf(`From tab ${index}`))).toBe(true)
  }
  expect(await abandonedDrafts()).toEqual([])
  for (const tab of tabs) tab.close()
  expect((await abandonedDrafts()).sort()).toEqual(['From tab 0', 'From tab 1'])
})

test('a draft belongs to its target only, not to one whose key has the same beginning', async () => {
  const tab = browser.openTab()
  const drafts = new Drafts(tab.load(), '1')
  const draft = await drafts.open({ kind: 'reply', discussionId: '51' })
  draft.save(draftOf('Hello'))
  tab.close()
  expect(await abandonedDrafts()).toEqual([])
  expect(await drafts.has('reply:5')).toBe(false)
  expect(await drafts.has('reply:51')).toBe(true)
})

test('a duplicated tab leaves the draft to the tab that is writing it', async () => {
  const tab = browser.openTab()
  const drafts = new Drafts(tab.load(), '1')
  const draft = await drafts.open(reply)
  drafts.setShown(draft)
  draft.save(draftOf('Hello'))
  const copy = new Drafts(browser.openTab(tab).load(), '1')
  expect(copy.unfinishedTarget).toEqual(reply)
  expect(await copy.resume()).toBeUndefined()
  draft.close()
  expect((await copy.resume())?.stored).toMatchObject(draftOf('Hello'))
})

test('without locks two tabs may take the same draft, and both texts are saved', async () => {
  const locks = browserLocks(undefined)
  const load = () => new Drafts({ ...browser.openTab().load(), locks }, '1')
  const first = await load().open(reply)
  first.save(draftOf('Hello'))
  const second = await load().open(reply)
  expect(second.stored).toMatchObject(draftOf('Hello'))
  second.save(draftOf('Hello there'))
  first.save(draftOf('Hello, you'))
  expect((await abandonedDrafts()).sort()).toEqual(['Hello there', 'Hello, you'])
})

test('removing a draft leaves the text of another tab', async () => {
  const locks = browserLocks(undefined)
  const load = () => new Drafts({ ...browser.openTab().load(), locks }, '1')
  const first = await load().open(reply)
  first.save(draftOf('Hello'))
  const second = await load().open(reply)
  second.save(draftOf('Hello there'))
  first.remove()
  expect(await abandonedDrafts()).toEqual(['Hello there'])
})

test('a tab resumes the draft under its new key', async () => {
  const locks = browserLocks(undefined)
  const tab = browser.openTab()
  const drafts = new Drafts({ ...tab.load(), locks }, '1')
  const first = await drafts.open(reply)
  drafts.setShown(first)
  first.save(draftOf('Hello'))
  const second = await new Drafts({ ...browser.openTab().load(), locks }, '1').open(reply)
  second.save(draftOf('Hello there'))
  first.save(draftOf('Hello, you'))
  const resumed = await new Drafts(tab.load(), '1').resume()
  expect(resumed?.stored).toMatchObject(draftOf('Hello, you'))
})

test('the list has every draft of the account, the latest change first', async () => {
  const drafts = new Drafts(browser.openTab().load(), '1')
  const start = await drafts.open({ kind: 'discussion' })
  start.save({ fields: { title: 'Locks', content: '' } })
  const answer = await drafts.open(reply)
  answer.save({ ...draftOf('Hello'), subject: { title: 'Harbour' } })
  answer.close()
  const stranger = new Drafts(browser.openTab().load(), '2')
  ;(await stranger.open(reply)).save(draftOf('Not yours'))
  // A clock of milliseconds may not have moved.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1000)
  start.save({ fields: { title: 'Locks and weirs', content: '' } })
  vi.restoreAllMocks()
  expect(await drafts.list()).toMatchObject([
    { target: { kind: 'discussion' }, fields: { title: 'Locks and weirs' }, isHeld: true },
    { target: reply, fields: { content: 'Hello' }, subject: { title: 'Harbour' }, isHeld: false },
  ])
  expect(await stranger.list()).toMatchObject([{ fields: { content: 'Not yours' } }])
})

test('drafts of the former format are listed with the time they were begun', async () => {
  const begun = Date.parse('2026-11-02T10:00:00Z')
  const key = `parley.draft.1.reply:5.${begun.toString(36)}-x7`
  browser.local.setItem(key, JSON.stringify({ title: '', content: 'Hello', submissionKey: 'k' }))
  browser.local.setItem('parley.draft.1.nothing.1-x', JSON.stringify({ content: 'Unknown target' }))
  const drafts = new Drafts(browser.openTab().load(), '1')
  expect(await drafts.list()).toMatchObject([
    { key, target: reply, submissionKey: 'k', changedAt: '2026-11-02T10:00:00.000Z' },
  ])
  expect((await drafts.open(reply)).stored).toMatchObject(draftOf('Hello'))
})

test('of more than a hundred drafts the oldest goes, unless a tab is writing it', async () => {
  const tab = browser.openTab()
  const drafts = new Drafts(tab.load(), '1')
  for (let index = 0; index < draftLimit; index += 1) {
    const json = JSON.stringify({ content: `Draft ${index}`, changedAt: index })
    browser.local.setItem(`parley.draft.1.reply:${index}.${index}`, json)
  }
  const oldest = await drafts.openStored('parley.draft.1.reply:0.0')
  const draft = await drafts.open({ kind: 'discussion' })
  draft.save(draftOf('One more'))
  await vi.waitFor(() => expect(browser.local.length).toBeLessThanOrEqual(draftLimit + 1))
  const listed = await drafts.list()
  expect(oldest?.stored).toMatchObject(draftOf('Draft 0'))
  expect(listed[0]).toMatchObject(draftOf('One more'))
  oldest?.close()
  draft.save(draftOf('One more, changed'))
  draft.close()
  await vi.waitFor(() => expect(browser.local.length).toBe(draftLimit))
  expect((await drafts.list()).map(({ fields }) => fields.content)).not.toContain('Draft 0')
})

test('the count follows this tab and others', async () => {
  vi.useFakeTimers()
  const tab = browser.openTab()
  const drafts = new Drafts(tab.load(), '1')
  expect(drafts.state.count).toBe(0)
  const stop = drafts.subscribe(() => {})
  const draft = await drafts.open(reply)
  draft.save(draftOf('Hello'))
  expect(drafts.state.count).toBe(1)
  browser.local.setItem('parley.draft.1.reply:6.1-x', JSON.stringify({ content: 'From another tab' }))
  tab.reportChange('parley.draft.1.reply:6.1-x')
  vi.runAllTimers()
  expect(drafts.state.count).toBe(2)
  const restore = drafts.delete('parley.draft.1.reply:6.1-x')
  expect(drafts.state.count).toBe(1)
  restore()
  expect(drafts.state.count).toBe(2)
  stop()
  vi.useRealTimers()
})

test('browser locks: one tab holds a lock, others wait until their timeout', async () => {
  const locks: TabLocks = browserLocks(navigator.locks)
  const release = await locks.acquire('a draft')
  expect(release).toBeDefined()
  expect(await locks.heldNames()).toContain('a draft')
  expect(await locks.acquire('a draft')).toBeUndefined()
  expect(await locks.acquire('a draft', 10)).toBeUndefined()
  const later = locks.acquire('a draft', 10_000)
  release?.()
  const releaseLater = await later
  expect(releaseLater).toBeDefined()
  releaseLater?.()
})

test('a browser that denies locks does not prevent writing', async () => {
  const refuse = () => Promise.reject(new DOMException('no', 'SecurityError'))
  const locks = browserLocks({ request: refuse, query: refuse })
  expect(await locks.acquire('a draft')).toBeDefined()
  expect(await locks.heldNames()).toEqual(new Set())
})
