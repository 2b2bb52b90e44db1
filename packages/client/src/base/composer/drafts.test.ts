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

/** The abandoned drafts, latest first, as new tabs take them over. */
async function abandonedDrafts(): Promise<(string | undefined)[]> {
  const contents: (string | undefined)[] = []
  for (;;) {
    const draft = await new Drafts(browser.openTab().load(), '1').open(reply)
    if (draft === undefined) return contents
    contents.push(draft.fields.content)
  }
}

test('new tabs take over the drafts of two closed tabs, one each', async () => {
  const tabs = [browser.openTab(), browser.openTab()]
  for (const [index, tab] of tabs.entries()) {
    const drafts = new Drafts(tab.load(), '1')
    expect(await drafts.open(reply)).toBeUndefined()
    expect(drafts.save(draftOf(`From tab ${index}`))).toBe(true)
  }
  expect(await abandonedDrafts()).toEqual([])
  for (const tab of tabs) tab.close()
  expect((await abandonedDrafts()).sort()).toEqual(['From tab 0', 'From tab 1'])
})

test('a draft belongs to its target only, not to one whose key has the same beginning', async () => {
  const tab = browser.openTab()
  const drafts = new Drafts(tab.load(), '1')
  await drafts.open({ kind: 'reply', discussionId: '51' })
  drafts.save(draftOf('Hello'))
  tab.close()
  expect(await abandonedDrafts()).toEqual([])
  expect(await drafts.has('reply:5')).toBe(false)
  expect(await drafts.has('reply:51')).toBe(true)
})

test('a duplicated tab leaves the draft to the tab that is writing it', async () => {
  const tab = browser.openTab()
  const drafts = new Drafts(tab.load(), '1')
  await drafts.open(reply)
  drafts.save(draftOf('Hello'))
  const copy = new Drafts(browser.openTab(tab).load(), '1')
  expect(copy.unfinishedTarget).toEqual(reply)
  expect(await copy.resume()).toBeUndefined()
  drafts.close()
  expect(await copy.resume()).toEqual(draftOf('Hello'))
})

test('without locks two tabs may take the same draft, and both texts are saved', async () => {
  const locks = browserLocks(undefined)
  const load = () => new Drafts({ ...browser.openTab().load(), locks }, '1')
  const first = load()
  await first.open(reply)
  first.save(draftOf('Hello'))
  const second = load()
  expect(await second.open(reply)).toEqual(draftOf('Hello'))
  second.save(draftOf('Hello there'))
  first.save(draftOf('Hello, you'))
  expect((await abandonedDrafts()).sort()).toEqual(['Hello there', 'Hello, you'])
})

test('removing a draft leaves the text of another tab', async () => {
  const locks = browserLocks(undefined)
  const load = () => new Drafts({ ...browser.openTab().load(), locks }, '1')
  const first = load()
  await first.open(reply)
  first.save(draftOf('Hello'))
  const second = load()
  await second.open(reply)
  second.save(draftOf('Hello there'))
  first.remove()
  expect(await abandonedDrafts()).toEqual(['Hello there'])
})

test('a tab resumes the draft under its new key', async () => {
  const locks = browserLocks(undefined)
  const tab = browser.openTab()
  const first = new Drafts({ ...tab.load(), locks }, '1')
  await first.open(reply)
  first.save(draftOf('Hello'))
  const second = new Drafts({ ...browser.openTab().load(), locks }, '1')
  await second.open(reply)
  second.save(draftOf('Hello there'))
  first.save(draftOf('Hello, you'))
  expect(await new Drafts(tab.load(), '1').resume()).toEqual(draftOf('Hello, you'))
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
