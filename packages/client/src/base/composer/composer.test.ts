import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../store/api-error.ts'
import { MemoryStorage } from '../../store/memory-storage.ts'
import { Composer, type ComposerOptions } from './composer.ts'
import { Drafts } from './drafts.ts'
import { FakeBrowser, type FakeTab } from './fake-browser.ts'
import type { Submission } from './outbox.ts'

let browser: FakeBrowser
let tab: FakeTab
const reply = { kind: 'reply', discussionId: '5' } as const
const otherReply = { kind: 'reply', discussionId: '6' } as const
const edit = { kind: 'edit', postId: '9' } as const

/** The composer of a page loaded in the tab. */
function openComposer(changes: Partial<ComposerOptions> = {}, drafts = new Drafts(tab.load(), '1')) {
  const calls: string[] = []
  const answers = { discard: true }
  const composer = new Composer({
    isGuest: false,
    logIn: () => calls.push('log in'),
    load: async () => () => null,
    prepare: async () => {},
    onLoadFailed: () => calls.push('load failed'),
    subjectOf: ({ kind }) => (kind === 'discussion' ? undefined : { title: 'Harbour' }),
    originalFields: ({ kind }) => ({ title: '', content: kind === 'edit' ? 'as it was' : '' }),
    confirmDiscard: async ({ kind }) => {
      calls.push(`discard ${kind}`)
      return answers.discard
    },
    drafts,
    ...changes,
  })
  return { composer, calls, answers }
}

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
  test('loads the view once, then shows the target', async () => {
    let loads = 0
    const { composer } = openComposer({
      load: async () => {
        loads += 1
        return () => null
      },
    })
    composer.preload()
    expect(composer.state.position).toBe('hidden')
    expect(await composer.open(reply)).toBe(true)
    expect(composer.state).toMatchObject({ position: 'normal', target: reply, fields: { content: '' } })
    expect(loads).toBe(1)
  })

  test('guests get the log-in form', async () => {
    const { composer, calls } = openComposer({ isGuest: true })
    expect(await composer.open(reply)).toBe(false)
    expect(composer.state.position).toBe('hidden')
    expect(calls).toEqual(['log in'])
  })

  test('reports code that cannot be loaded, and loads it again the next time', async () => {
    let isOnline = false
    const { composer, calls } = openComposer({
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
    const { composer } = openComposer()
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    composer.minimize()
    await composer.open(reply, { insert: '> quoted' })
    expect(composer.state).toMatchObject({ position: 'normal', fields: { content: 'Hello\n\n> quoted' } })
  })

  test('opening another target keeps the text as a draft, without a question', async () => {
    const { composer, calls } = openComposer()
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

  test('text that the browser refuses to save is not given up without a question', async () => {
    const full = new MemoryStorage()
    full.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const { composer, calls, answers } = openComposer({}, new Drafts({ ...tab.load(), local: full }, '1'))
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    answers.discard = false
    expect(await composer.open(edit)).toBe(false)
    expect(composer.state).toMatchObject({ target: reply, fields: { content: 'Hello' } })
    answers.discard = true
    expect(await composer.open(edit)).toBe(true)
    expect(calls).toEqual(['discard reply', 'discard reply'])
  })

  test('a new discussion is begun beside another, and each is opened by its key', async () => {
    const { composer } = openComposer()
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

  test('a draft whose target is gone can still be read', async () => {
    const { composer } = openComposer()
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    const key = composer.openDraft?.key ?? ''
    const gone = () => Promise.reject(new ApiError({ status: 404, url: '' }))
    const again = openComposer({ prepare: gone, subjectOf: () => undefined }).composer
    expect(await again.openDraftOf(key)).toBe(true)
    expect(again.state).toMatchObject({ fields: { content: 'Hello' }, subject: { title: 'Harbour' } })
  })

  test('deleting the shown draft closes the composer, and can be undone', async () => {
    const { composer } = openComposer()
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    const restore = composer.deleteDraft(composer.openDraft?.key ?? '')
    expect(composer.state.position).toBe('hidden')
    expect(await composer.drafts.list()).toEqual([])
    restore()
    await composer.open(reply)
    expect(composer.state.fields.content).toBe('Hello')
  })

  test('inserted text is appended once', async () => {
    const { composer } = openComposer()
    await composer.open(reply, { insert: '[mira #2](/d/5/2) ' })
    composer.change({ content: '[mira #2](/d/5/2) Thanks' })
    await composer.open(reply, { insert: '[mira #2](/d/5/2) ' })
    expect(composer.state.fields.content).toBe('[mira #2](/d/5/2) Thanks')
  })
})

describe('positions', () => {
  test('minimizes, expands, and toggles full screen', async () => {
    const { composer } = openComposer()
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

  test('closing asks only if it would lose text', async () => {
    const { composer, calls, answers } = openComposer()
    await composer.open(edit)
    expect(await composer.close()).toBe(true)
    expect(composer.state).toMatchObject({ position: 'hidden', target: undefined })
    await composer.open(edit)
    composer.change({ content: 'otherwise' })
    answers.discard = false
    composer.minimize()
    expect(await composer.close()).toBe(false)
    expect(composer.state).toMatchObject({ position: 'normal', fields: { content: 'otherwise' } })
    answers.discard = true
    expect(await composer.close()).toBe(true)
    expect(calls).toEqual(['discard edit', 'discard edit'])
  })

  test('leaving the page minimizes a reply with content and closes an empty one', async () => {
    const { composer } = openComposer()
    await composer.open(reply)
    composer.leaveDiscussion('6')
    expect(composer.state.position).toBe('normal')
    composer.leaveDiscussion('5')
    expect(composer.state.position).toBe('hidden')
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    composer.leaveDiscussion('5')
    expect(composer.state).toMatchObject({ position: 'minimized', fields: { content: 'Hello' } })
    await composer.close()
    await composer.open(edit)
    composer.leaveDiscussion('5')
    expect(composer.state.position).toBe('normal')
  })
})

describe('drafts', () => {
  test('survive a reload, per target and user', async () => {
    const first = openComposer().composer
    await first.open(reply)
    first.change({ content: 'Hello' })
    const second = openComposer().composer
    await second.open(otherReply)
    expect(second.state.fields.content).toBe('')
    await second.open(reply)
    expect(second.state.fields.content).toBe('Hello')
    const stranger = openComposer({}, new Drafts(tab.load(), '2')).composer
    await stranger.open(reply)
    expect(stranger.state.fields.content).toBe('')
  })

  test('are removed when they are sent, discarded or undone', async () => {
    const { composer } = openComposer()
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
    await composer.close()
    expect(browser.local.length).toBe(0)
  })

  test('an unreadable draft counts as none, and text can be written while storage refuses', async () => {
    browser.local.setItem('parley.draft.1.reply:5.1', '{"content":')
    const { composer } = openComposer()
    await composer.open(reply)
    expect(composer.state.fields).toEqual({ title: '', content: '' })
    const full = new MemoryStorage()
    full.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const other = openComposer({}, new Drafts({ ...tab.load(), local: full }, '1')).composer
    await other.open(reply)
    other.change({ content: 'Hello' })
    expect(other.state).toMatchObject({ fields: { content: 'Hello' }, draft: 'unsaved' })
  })

  test('report their state', async () => {
    const { composer } = openComposer()
    await composer.open(reply)
    expect(composer.state.draft).toBe('none')
    composer.change({ content: 'Hello' })
    expect(composer.state.draft).toBe('saved')
    const again = openComposer().composer
    await again.open(reply)
    expect(again.state.draft).toBe('restored')
    again.change({ content: '' })
    expect(again.state.draft).toBe('none')
  })
})

describe('two tabs', () => {
  test('write separate drafts for one target, and take over abandoned ones', async () => {
    const { composer } = openComposer()
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    const otherTab = browser.openTab()
    const other = openComposer({}, new Drafts(otherTab.load(), '1')).composer
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
    const { composer } = openComposer()
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    const again = openComposer().composer
    await Promise.all([again.restore(), again.open(reply), again.open(reply)])
    expect(again.state).toMatchObject({ position: 'normal', fields: { content: 'Hello' } })
  })
})

describe('after a reload', () => {
  test('restores the text of the tab, minimized', async () => {
    const { composer } = openComposer()
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    const again = openComposer().composer
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
    const { composer } = openComposer()
    await composer.open(reply)
    const restored = async (changes?: Partial<ComposerOptions>, drafts?: Drafts) => {
      const again = openComposer(changes, drafts).composer
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
    await composer.close()
    expect(await restored()).toBe('hidden')
  })

  test('an interrupted submission keeps its key, and is marked as uncertain', async () => {
    const { composer } = openComposer()
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    const keys: string[] = []
    // The page closes during the request: the answer never comes.
    void composer.send(({ key }) => {
      keys.push(key)
      return new Promise(() => {})
    })
    const again = openComposer().composer
    await again.restore()
    expect(again.state.isUncertain).toBe(true)
    await again.send(async ({ key }) => keys.push(key))
    expect(keys[1]).toBe(keys[0])
    expect(browser.local.length).toBe(0)
  })
})

describe('sending', () => {
  test('locks the composer, then hides it', async () => {
    const { composer } = openComposer()
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    const sent: Submission[] = []
    const sending = composer.send(async (submission) => {
      sent.push(submission)
      composer.change({ content: 'too late' })
      expect(await composer.close()).toBe(false)
      expect(await composer.send(async () => 'twice')).toBeUndefined()
      return 'posted'
    })
    expect(composer.state.isSending).toBe(true)
    expect(await sending).toBe('posted')
    expect(sent).toMatchObject([{ target: reply, fields: { content: 'Hello' } }])
    expect(composer.state).toMatchObject({ position: 'hidden', isSending: false })
  })

  test('a failure leaves the text unchanged', async () => {
    const { composer } = openComposer()
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    await expect(composer.send(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(composer.state).toMatchObject({
      position: 'normal',
      isSending: false,
      fields: { content: 'Hello' },
    })
    expect(browser.local.length).toBe(1)
  })

  test('the key stays the same without an answer, and changes after a refusal or an edit', async () => {
    const { composer } = openComposer()
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    const keys: string[] = []
    const send = (status: number) =>
      composer
        .send(async ({ key }) => {
          keys.push(key)
          throw new ApiError({ status, url: '/posts' })
        })
        .catch(() => {})
    await send(0)
    await send(503)
    await send(429)
    await send(0)
    composer.change({ content: 'Hello!' })
    await send(0)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).toBe(keys[0])
    expect(keys[3]).not.toBe(keys[0])
    expect(keys[4]).not.toBe(keys[3])
  })
})

describe('sending in the background', () => {
  /** Sends a reply, and opens another text before the answer. */
  async function sendAndLeave() {
    const { composer } = openComposer()
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    let settle: { resolve: (answer: string) => void; reject: (error: unknown) => void } | undefined
    let submission: Submission | undefined
    const sending = composer.send((sent) => {
      submission = sent
      return new Promise<string>((resolve, reject) => {
        settle = { resolve, reject }
      })
    })
    await composer.open(otherReply)
    composer.change({ content: 'Goodbye' })
    return { composer, sending, submission, settle }
  }

  test('another text can be written meanwhile, and success removes only the sent one', async () => {
    const { composer, sending, submission, settle } = await sendAndLeave()
    expect(composer.state).toMatchObject({ isSending: false, fields: { content: 'Goodbye' } })
    expect(submission?.isInView()).toBe(false)
    submission?.onWaiting()
    expect(composer.outbox.state).toMatchObject([{ fields: { content: 'Hello' }, isWaiting: true }])
    expect(composer.state.isWaiting).toBe(false)
    settle?.resolve('posted')
    expect(await sending).toBe('posted')
    expect(composer.outbox.state).toEqual([])
    expect(composer.state).toMatchObject({ target: otherReply, fields: { content: 'Goodbye' } })
    expect((await composer.drafts.list()).map(({ fields }) => fields.content)).toEqual(['Goodbye'])
  })

  test('a failure leaves a draft that can be continued with the same key', async () => {
    const { composer, sending, submission, settle } = await sendAndLeave()
    settle?.reject(new ApiError({ status: 0, url: '' }))
    await expect(sending).rejects.toMatchObject({ status: 0 })
    expect(await composer.drafts.has('reply:5')).toBe(true)
    await composer.open(reply)
    expect(composer.state).toMatchObject({
      fields: { content: 'Hello' },
      isUncertain: true,
      submissionKey: submission?.key,
    })
  })

  test('it can be shown again while it waits, and stopped there', async () => {
    const { composer, sending, submission, settle } = await sendAndLeave()
    submission?.onWaiting()
    const key = composer.outbox.state[0]?.draft.key ?? ''
    submission?.signal.addEventListener('abort', () => settle?.reject(new ApiError({ status: 0, url: '' })))
    expect(await composer.openDraftOf(key)).toBe(true)
    expect(composer.state).toMatchObject({ isSending: true, isWaiting: true, fields: { content: 'Hello' } })
    expect(submission?.isInView()).toBe(true)
    composer.stopSending()
    await expect(sending).rejects.toMatchObject({ status: 0 })
    expect(composer.state).toMatchObject({
      isSending: false,
      isUncertain: true,
      fields: { content: 'Hello' },
    })
  })
})

test('the writer can end the retries', async () => {
  const { composer } = openComposer()
  await composer.open(reply)
  composer.change({ content: 'Hello' })
  const sending = composer.send(
    ({ signal, onWaiting }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new ApiError({ status: 0, url: '' })))
        onWaiting()
      }),
  )
  expect(composer.state).toMatchObject({ isSending: true, isWaiting: true })
  composer.stopSending()
  await expect(sending).rejects.toMatchObject({ status: 0 })
  expect(composer.state).toMatchObject({ isSending: false, isWaiting: false, isUncertain: true })
  composer.change({ content: 'Hello!' })
  expect(composer.state.isUncertain).toBe(false)
})

test('a page watches the replies to a discussion until it stops or another page takes over', () => {
  const { composer } = openComposer()
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
