import { beforeEach, expect, test } from 'vitest'
import { Drafts } from './drafts.ts'
import { FakeBrowser } from './fake-browser.ts'
import { browserLocks, type TabLocks } from './tab-locks.ts'

const reply = { kind: 'reply', discussionId: '5' } as const
const draftOf = (content: string) => ({ fields: { title: '', content } })

let browser: FakeBrowser

beforeEach(() => {
  browser = new FakeBrowser()
})

/** What everybody would find who begins now, the latest first. */
async function leftBehind(): Promise<(string | undefined)[]> {
  const contents: (string | undefined)[] = []
  for (;;) {
    const draft = await new Drafts(browser.openTab().load(), '1').begin(reply)
    if (draft === undefined) return contents
    contents.push(draft.fields.content)
  }
}

test('what two tabs wrote is found one after the other', async () => {
  const tabs = [browser.openTab(), browser.openTab()]
  for (const [index, tab] of tabs.entries()) {
    const drafts = new Drafts(tab.load(), '1')
    expect(await drafts.begin(reply)).toBeUndefined()
    expect(drafts.keep(draftOf(`From tab ${index}`))).toBe(true)
  }
  expect(await leftBehind()).toEqual([])
  for (const tab of tabs) tab.close()
  expect((await leftBehind()).sort()).toEqual(['From tab 0', 'From tab 1'])
})

test('the draft of one target is none of another whose name begins the same', async () => {
  const tab = browser.openTab()
  const drafts = new Drafts(tab.load(), '1')
  await drafts.begin({ kind: 'reply', discussionId: '51' })
  drafts.keep(draftOf('Hello'))
  tab.close()
  expect(await leftBehind()).toEqual([])
  expect(await drafts.has('reply:5')).toBe(false)
  expect(await drafts.has('reply:51')).toBe(true)
})

test('a copy of a tab leaves the draft to the tab that is writing it', async () => {
  const tab = browser.openTab()
  const drafts = new Drafts(tab.load(), '1')
  await drafts.begin(reply)
  drafts.keep(draftOf('Hello'))
  const copy = new Drafts(browser.openTab(tab).load(), '1')
  expect(copy.unfinished).toEqual(reply)
  expect(await copy.resume()).toBeUndefined()
  drafts.end()
  expect(await copy.resume()).toEqual(draftOf('Hello'))
})

test('without locks a draft may be taken twice, and both texts are kept', async () => {
  const locks = browserLocks(undefined)
  const load = () => new Drafts({ ...browser.openTab().load(), locks }, '1')
  const first = load()
  await first.begin(reply)
  first.keep(draftOf('Hello'))
  const second = load()
  expect(await second.begin(reply)).toEqual(draftOf('Hello'))
  second.keep(draftOf('Hello there'))
  first.keep(draftOf('Hello, you'))
  expect((await leftBehind()).sort()).toEqual(['Hello there', 'Hello, you'])
})

test('what another tab wrote is not removed', async () => {
  const locks = browserLocks(undefined)
  const load = () => new Drafts({ ...browser.openTab().load(), locks }, '1')
  const first = load()
  await first.begin(reply)
  first.keep(draftOf('Hello'))
  const second = load()
  await second.begin(reply)
  second.keep(draftOf('Hello there'))
  first.remove()
  expect(await leftBehind()).toEqual(['Hello there'])
})

test('a tab goes on in the place it moved to', async () => {
  const locks = browserLocks(undefined)
  const tab = browser.openTab()
  const first = new Drafts({ ...tab.load(), locks }, '1')
  await first.begin(reply)
  first.keep(draftOf('Hello'))
  const second = new Drafts({ ...browser.openTab().load(), locks }, '1')
  await second.begin(reply)
  second.keep(draftOf('Hello there'))
  first.keep(draftOf('Hello, you'))
  expect(await new Drafts(tab.load(), '1').resume()).toEqual(draftOf('Hello, you'))
})

test('the locks of a browser: one holds, others wait as long as they want to', async () => {
  const locks: TabLocks = browserLocks(navigator.locks)
  const release = await locks.hold('a draft')
  expect(release).toBeDefined()
  expect(await locks.held()).toContain('a draft')
  expect(await locks.hold('a draft')).toBeUndefined()
  expect(await locks.hold('a draft', 10)).toBeUndefined()
  const later = locks.hold('a draft', 10_000)
  release?.()
  const releaseLater = await later
  expect(releaseLater).toBeDefined()
  releaseLater?.()
})

test('a browser that refuses its locks keeps nobody from writing', async () => {
  const refuse = () => Promise.reject(new DOMException('no', 'SecurityError'))
  const locks = browserLocks({ request: refuse, query: refuse })
  expect(await locks.hold('a draft')).toBeDefined()
  expect(await locks.held()).toEqual(new Set())
})
