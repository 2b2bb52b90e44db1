import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../store/api-error.ts'
import { MemoryStorage } from '../../store/memory-storage.ts'
import type { ComposerOptions } from './composer.ts'
import { Drafts } from './drafts.ts'
import { FakeBrowser, type FakeTab } from './fake-browser.ts'
import { openComposer } from './open-composer.ts'

let browser: FakeBrowser
let tab: FakeTab
const reply = { kind: 'reply', discussionId: '5' } as const
const otherReply = { kind: 'reply', discussionId: '6' } as const

beforeEach(() => {
  browser = new FakeBrowser()
  tab = browser.openTab()
  // Drafts are listed by the time of their change, and a clock of milliseconds may not have moved between two.
  let now = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => ++now)
})

afterEach(() => {
  vi.restoreAllMocks()
})

describe('drafts', () => {
  test('survive a reload, per target and user', async () => {
    const first = openComposer(tab).composer
    await first.open(reply)
    first.change({ content: 'Hello' })
    const second = openComposer(tab).composer
    await second.open(otherReply)
    expect(second.state.fields.content).toBe('')
    await second.open(reply)
    expect(second.state.fields.content).toBe('Hello')
    const stranger = openComposer(tab, {}, new Drafts(tab.load(), '2')).composer
    await stranger.open(reply)
    expect(stranger.state.fields.content).toBe('')
  })

  test('are removed when they are sent, discarded or undone', async () => {
    const { composer } = openComposer(tab)
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    expect(browser.local.length).toBe(1)
    composer.change({ content: '' })
    expect(browser.local.length).toBe(0)
    composer.change({ content: 'Hello' })
    await composer.send(async () => 'posted')
    expect(browser.local.length).toBe(0)
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    composer.close()
    expect(browser.local.length).toBe(0)
  })

  test('an unreadable draft counts as none, and text can be written while storage refuses', async () => {
    browser.local.setItem('parley.draft.1.reply:5.1', '{"content":')
    const { composer } = openComposer(tab)
    await composer.open(reply)
    expect(composer.state.fields).toEqual({ title: '', content: '' })
    const full = new MemoryStorage()
    full.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const other = openComposer(tab, {}, new Drafts({ ...tab.load(), local: full }, '1')).composer
    await other.open(reply)
    other.change({ content: 'Hello' })
    expect(other.state).toMatchObject({ fields: { content: 'Hello' }, draft: 'unsaved' })
  })

  test('report their state', async () => {
    const { composer } = openComposer(tab)
    await composer.open(reply)
    expect(composer.state.draft).toBe('none')
    composer.change({ content: 'Hello' })
    expect(composer.state.draft).toBe('saved')
    const again = openComposer(tab).composer
    await again.open(reply)
    expect(again.state.draft).toBe('restored')
    again.change({ content: '' })
    expect(again.state.draft).toBe('none')
  })
})

describe('two tabs', () => {
  test('write separate drafts for one target, and take over abandoned ones', async () => {
    const { composer } = openComposer(tab)
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    const otherTab = browser.openTab()
    const other = openComposer(tab, {}, new Drafts(otherTab.load(), '1')).composer
    expect(await other.drafts.has('reply:5')).toBe(false)
    await other.open(reply)
    expect(other.state).toMatchObject({ fields: { content: '' }, draft: 'none' })
    other.change({ content: 'Goodbye' })
    composer.change({ content: 'Hello there' })
    await other.send(async () => 'posted')

    tab.close()
    expect(await other.drafts.has('reply:5')).toBe(true)
    await other.open(reply)
    expect(other.state).toMatchObject({ fields: { content: 'Hello there' }, draft: 'restored' })
  })

  test('concurrent openings share one draft', async () => {
    const { composer } = openComposer(tab)
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    const again = openComposer(tab).composer
    await Promise.all([again.restore(), again.open(reply), again.open(reply)])
    expect(again.state).toMatchObject({ position: 'normal', fields: { content: 'Hello' } })
  })
})

describe('after a reload', () => {
  test('restores the text of the tab, minimized', async () => {
    const { composer } = openComposer(tab)
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    const again = openComposer(tab).composer
    await again.restore()
    expect(again.state).toMatchObject({
      position: 'minimized',
      target: reply,
      fields: { content: 'Hello' },
      draft: 'restored',
      isUncertain: false,
    })
  })

  test('restores no text that is empty, discarded, without a target, of another tab or of another user', async () => {
    const { composer } = openComposer(tab)
    await composer.open(reply)
    const restored = async (changes?: Partial<ComposerOptions>, drafts?: Drafts) => {
      const again = openComposer(tab, changes, drafts).composer
      await again.restore()
      return again.state.position
    }
    expect(await restored()).toBe('hidden')
    composer.change({ content: 'Hello' })
    expect(await restored({ prepare: () => Promise.reject(new ApiError({ status: 404, url: '' })) })).toBe(
      'hidden',
    )
    expect(await restored({}, new Drafts(browser.openTab().load(), '1'))).toBe('hidden')
    expect(await restored({}, new Drafts(tab.load(), '2'))).toBe('hidden')
    expect(await restored({ isGuest: true })).toBe('hidden')
    expect(await restored()).toBe('minimized')
    composer.close()
    expect(await restored()).toBe('hidden')
  })
})
