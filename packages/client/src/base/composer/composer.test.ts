import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../store/api-error.ts'
import { MemoryStorage } from '../../store/memory-storage.ts'
import { Drafts } from './drafts.ts'
import { FakeBrowser, type FakeTab } from './fake-browser.ts'
import { openComposer } from './open-composer.ts'

let browser: FakeBrowser
let tab: FakeTab
const reply = { kind: 'reply', discussionId: '5' } as const
const otherReply = { kind: 'reply', discussionId: '6' } as const
const edit = { kind: 'edit', postId: '9' } as const

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

describe('opening', () => {
  test('loads the view, then shows the target; once it is there, it is not loaded again', async () => {
    let loads = 0
    const { composer } = openComposer(tab, {
      load: async () => {
        loads += 1
        return () => null
      },
    })
    composer.preload()
    expect(composer.state.position).toBe('hidden')
    expect(await composer.open(reply)).toBe(true)
    expect(composer.state).toMatchObject({ position: 'normal', target: reply, fields: { content: '' } })
    const needed = loads
    composer.preload()
    await composer.open(reply)
    expect(loads).toBe(needed)
  })

  test('guests get the log-in form', async () => {
    const { composer, calls } = openComposer(tab, { isGuest: true })
    expect(await composer.open(reply)).toBe(false)
    expect(composer.state.position).toBe('hidden')
    expect(calls).toEqual(['log in'])
  })

  test('reports code that cannot be loaded, and loads it again the next time', async () => {
    let isOnline = false
    const { composer, calls } = openComposer(tab, {
      load: async () => {
        if (!isOnline) throw new TypeError('offline')
        return () => null
      },
    })
    expect(await composer.open(reply)).toBe(false)
    expect(calls).toEqual(['load failed'])
    isOnline = true
    expect(await composer.open(reply)).toBe(true)
  })

  test('opening the same target again keeps the text, and appends the inserted text', async () => {
    const { composer } = openComposer(tab)
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    composer.minimize()
    await composer.open(reply, { insert: '> quoted' })
    expect(composer.state).toMatchObject({ position: 'normal', fields: { content: 'Hello\n\n> quoted' } })
  })

  test('opening another target keeps the text as a draft', async () => {
    const { composer, calls } = openComposer(tab)
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    expect(await composer.open(edit)).toBe(true)
    expect(composer.state).toMatchObject({ target: edit, fields: { content: 'as it was' }, draft: 'none' })
    await composer.open(otherReply)
    composer.change({ content: 'Goodbye' })
    await composer.open(reply)
    expect(composer.state).toMatchObject({ fields: { content: 'Hello' }, draft: 'restored' })
    expect((await composer.drafts.list()).map(({ fields }) => fields.content)).toEqual(['Goodbye', 'Hello'])
    expect(calls).toEqual([])
  })

  test('text that the browser refuses to save gives its place to no other', async () => {
    const full = new MemoryStorage()
    full.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const drafts = new Drafts({ ...tab.load(), local: full }, '1')
    const { composer, calls, undos } = openComposer(tab, {}, drafts)
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    composer.minimize()
    expect(await composer.open(edit)).toBe(false)
    expect(composer.state).toMatchObject({ position: 'normal', target: reply, fields: { content: 'Hello' } })
    composer.close()
    expect(await composer.open(edit)).toBe(true)
    composer.change({ content: 'otherwise' })
    // The deleted text cannot take the place of another one either, and can still be brought back.
    undos[0]?.()
    await vi.waitFor(() => expect(undos).toHaveLength(2))
    expect(calls).toEqual(['occupied', 'discarded reply', 'occupied', 'discarded reply'])
    composer.change({ content: 'as it was' })
    undos[1]?.()
    await vi.waitFor(() => expect(composer.state.fields.content).toBe('Hello'))
  })

  test('a new discussion is begun beside another, and each is opened by its key', async () => {
    const { composer } = openComposer(tab)
    const start = { kind: 'discussion' } as const
    await composer.open(start)
    const empty = composer.state.textId
    await composer.open(start, { isNew: true })
    expect(composer.state.textId).toBe(empty)
    composer.change({ title: 'First' })
    await composer.open(start, { isNew: true })
    expect(composer.state.fields).toEqual({ title: '', content: '' })
    composer.change({ title: 'Second' })
    const [, first] = await composer.drafts.list()
    expect(await composer.openDraftOf(first?.key ?? '')).toBe(true)
    expect(composer.state.fields.title).toBe('First')
    expect(await composer.drafts.list()).toHaveLength(2)
    expect(await composer.openDraftOf('parley.draft.1.discussion.gone')).toBe(false)
  })

  test('a draft that was begun otherwise is offered beside a new text, and one that was begun likewise is opened', async () => {
    const { composer, calls } = openComposer(tab)
    const start = { kind: 'discussion' } as const
    const inTag = (...tags: string[]) => ({ fields: { tags } })
    await composer.open(start, inTag('trains'))
    composer.change({ title: 'About trains', tags: ['trains', 'winter'] })
    await composer.open(start, inTag('ships'))
    expect(composer.state.fields).toEqual({ title: '', content: '', tags: ['ships'] })
    expect(calls).toEqual(['other draft About trains'])
    composer.change({ title: 'About ships' })
    // Once the texts are only drafts, too.
    await composer.open(reply)
    const again = openComposer(tab)
    for (const [tag, title] of [
      ['trains', 'About trains'],
      ['ships', 'About ships'],
    ] as const) {
      await again.composer.open(start, inTag(tag))
      expect(again.composer.state.fields.title).toBe(title)
    }
    expect(again.calls).toEqual([])
    await again.composer.open(start, inTag('planes'))
    expect(again.composer.state.fields).toEqual({ title: '', content: '', tags: ['planes'] })
    expect(again.calls).toEqual(['other draft About ships'])
    await again.composer.open(start)
    expect(again.composer.state.fields.tags).toEqual(['planes'])
  })

  test('a draft whose target is gone can still be read', async () => {
    const { composer } = openComposer(tab)
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    const key = composer.openDraft?.key ?? ''
    const gone = () => Promise.reject(new ApiError({ status: 404, url: '' }))
    const again = openComposer(tab, { prepare: gone, subjectOf: () => undefined }).composer
    expect(await again.openDraftOf(key)).toBe(true)
    expect(again.state).toMatchObject({ fields: { content: 'Hello' }, subject: { title: 'Harbour' } })
  })

  test('deleting the shown draft closes the composer, and can be undone', async () => {
    const { composer } = openComposer(tab)
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    const restore = composer.deleteDraft(composer.openDraft?.key ?? '')
    expect(composer.state.position).toBe('hidden')
    expect(await composer.drafts.list()).toEqual([])
    restore()
    await composer.open(reply)
    expect(composer.state.fields.content).toBe('Hello')
  })

  test('a quotation alone is no draft; what is typed after it is, and so is text of the writer', async () => {
    const { composer } = openComposer(tab)
    await composer.open(reply, { quote: Promise.resolve('[mira #2](/d/5/2) ') })
    expect(composer.state.fields.content).toBe('[mira #2](/d/5/2) ')
    expect(composer.hasUnsavedChanges).toBe(false)
    composer.leaveDiscussion('5')
    expect(composer.state.position).toBe('hidden')
    expect(await composer.drafts.list()).toEqual([])

    await composer.open(reply, { quote: '[mira #2](/d/5/2) ' })
    composer.change({ content: '[mira #2](/d/5/2) Thanks' })
    expect(await composer.drafts.list()).toHaveLength(1)
    composer.close()
    await composer.open(reply, { insert: 'Typed before' })
    expect(composer.hasUnsavedChanges).toBe(true)
  })

  test('inserted text is appended once', async () => {
    const { composer } = openComposer(tab)
    await composer.open(reply, { insert: '[mira #2](/d/5/2) ' })
    composer.change({ content: '[mira #2](/d/5/2) Thanks' })
    await composer.open(reply, { insert: '[mira #2](/d/5/2) ' })
    expect(composer.state.fields.content).toBe('[mira #2](/d/5/2) Thanks')
  })
})

describe('positions', () => {
  test('minimizes, expands, and toggles full screen', async () => {
    const { composer } = openComposer(tab)
    composer.minimize()
    composer.toggleFullScreen()
    expect(composer.state.position).toBe('hidden')
    await composer.open(reply)
    composer.toggleFullScreen()
    expect(composer.state.position).toBe('fullScreen')
    composer.expand()
    expect(composer.state.position).toBe('fullScreen')
    composer.toggleFullScreen()
    expect(composer.state.position).toBe('normal')
    composer.minimize()
    expect(composer.state.position).toBe('minimized')
    composer.expand()
    expect(composer.state.position).toBe('normal')
  })

  test('closing deletes the text at once, and undoing that brings it back as it was', async () => {
    const { composer, calls, undos } = openComposer(tab)
    await composer.open(edit)
    composer.close()
    expect(composer.state).toMatchObject({ position: 'hidden', target: undefined })
    expect(calls).toEqual([])
    await composer.open(edit)
    composer.change({ content: 'otherwise' })
    composer.minimize()
    composer.close()
    expect(composer.state.position).toBe('hidden')
    expect(await composer.drafts.list()).toEqual([])
    expect(calls).toEqual(['discarded edit'])
    undos[0]?.()
    await vi.waitFor(() => expect(composer.state.position).toBe('minimized'))
    expect(composer.state).toMatchObject({ target: edit, fields: { content: 'otherwise' }, draft: 'saved' })
    expect(await composer.drafts.list()).toMatchObject([{ fields: { content: 'otherwise' } }])
  })

  test('undoing a deletion keeps the text that is written meanwhile as a draft', async () => {
    const { composer, undos } = openComposer(tab)
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    composer.close()
    await composer.open(reply)
    composer.change({ content: 'Goodbye' })
    undos[0]?.()
    await vi.waitFor(() => expect(composer.state.fields.content).toBe('Hello'))
    const contents = (await composer.drafts.list()).map(({ fields }) => fields.content)
    expect(contents.sort()).toEqual(['Goodbye', 'Hello'])
  })

  test('leaving the page minimizes a reply with content and closes an empty one', async () => {
    const { composer } = openComposer(tab)
    await composer.open(reply)
    composer.leaveDiscussion('6')
    expect(composer.state.position).toBe('normal')
    composer.leaveDiscussion('5')
    expect(composer.state.position).toBe('hidden')
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    composer.leaveDiscussion('5')
    expect(composer.state).toMatchObject({ position: 'minimized', fields: { content: 'Hello' } })
    composer.close()
    await composer.open(edit)
    composer.leaveDiscussion('5')
    expect(composer.state.position).toBe('normal')
  })
})

test('a page watches the replies to a discussion until it stops or another page takes over', () => {
  const { composer } = openComposer(tab)
  const watcher = { onSent: () => () => {}, onPosted: () => {} }
  const next = { ...watcher }
  const stop = composer.watchReplies('5', watcher)
  expect(composer.watcherOf('5')).toBe(watcher)
  const stopNext = composer.watchReplies('5', next)
  stop()
  expect(composer.watcherOf('5')).toBe(next)
  stopNext()
  expect(composer.watcherOf('5')).toBeUndefined()
})
