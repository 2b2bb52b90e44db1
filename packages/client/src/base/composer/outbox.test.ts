import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../store/api-error.ts'
import { Drafts } from './drafts.ts'
import { FakeBrowser, type FakeTab } from './fake-browser.ts'
import { openComposer } from './open-composer.ts'
import type { Submission } from './outbox.ts'

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

describe('sending', () => {
  test('locks the composer, then hides it', async () => {
    const { composer } = openComposer(tab)
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    const sent: Submission[] = []
    const sending = composer.send(async (submission) => {
      sent.push(submission)
      composer.change({ content: 'too late' })
      expect(await composer.send(async () => 'twice')).toBeUndefined()
      return 'posted'
    })
    expect(composer.state.isSending).toBe(true)
    expect(await sending).toBe('posted')
    expect(sent).toMatchObject([{ target: reply, fields: { content: 'Hello' } }])
    expect(composer.state).toMatchObject({ position: 'hidden', isSending: false })
  })

  test('a failure leaves the text unchanged', async () => {
    const { composer } = openComposer(tab)
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
    const { composer } = openComposer(tab)
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
    expect(keys[0]).toMatch(/^[0-9a-z]+-[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).toBe(keys[0])
    expect(keys[3]).not.toBe(keys[0])
    expect(keys[4]).not.toBe(keys[3])
  })
})

describe('sending in the background', () => {
  /** Sends a reply, and opens another text before the answer. */
  async function sendAndLeave() {
    const { composer } = openComposer(tab)
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
  const { composer } = openComposer(tab)
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

describe('a text that is sent while its page closes', () => {
  const never = () => new Promise<never>(() => {})

  /** Sends a reply, and closes the tab before the answer. @returns the key of the submission. */
  async function sendAndClose() {
    const { composer } = openComposer(tab)
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    void composer.send(never)
    const key = composer.state.submissionKey
    expect(composer.state.isQueued).toBe(true)
    tab.close()
    return key
  }

  test('is sent once by one of the next pages, with the same key', async () => {
    const key = await sendAndClose()
    const [first, second] = [openComposer(browser.openTab()), openComposer(browser.openTab())]
    const opened = await Promise.all([first, second].map(({ composer }) => composer.drafts.openQueued()))
    expect(opened.map((drafts) => drafts.length)).toEqual([1, 0])
    const [draft] = opened[0] ?? []
    if (draft === undefined) throw new Error('The draft is not queued.')
    const { outbox } = first.composer
    const sending = outbox.sendQueued(draft, async (submission) => {
      expect(outbox.state).toMatchObject([{ fields: { content: 'Hello' }, isQueued: true }])
      return submission
    })
    expect(await sending).toMatchObject({ target: reply, fields: { content: 'Hello' }, key })
    expect(outbox.state).toEqual([])
    expect(browser.local.length).toBe(0)
    expect(await second.composer.drafts.openQueued()).toEqual([])
  })

  test('is not sent by a page of another account, nor while another tab sends it', async () => {
    const { composer } = openComposer(tab)
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    void composer.send(never)
    expect(await openComposer(browser.openTab()).composer.drafts.openQueued()).toEqual([])
    tab.close()
    const stranger = new Drafts(browser.openTab().load(), '2')
    expect(await stranger.openQueued()).toEqual([])
    expect(stranger.isEmpty).toBe(true)
  })

  test('is given back by a reload to no composer, which would show it twice', async () => {
    await sendAndClose()
    const { composer } = openComposer(tab)
    await composer.restore()
    expect(composer.state.position).toBe('hidden')
    expect(await composer.drafts.openQueued()).toHaveLength(1)
  })

  test('is not sent any more once the writer has opened it, stopped it, changed it or deleted it', async () => {
    await sendAndClose()
    const { composer } = openComposer(tab)
    const [listed] = await composer.drafts.list()
    expect(listed).toMatchObject({ isQueued: true, isHeld: false })
    await composer.openDraftOf(listed?.key ?? '')
    expect(composer.state).toMatchObject({ isUncertain: true, fields: { content: 'Hello' } })
    tab.close()
    expect(await openComposer(tab).composer.drafts.openQueued()).toEqual([])

    await sendAndClose()
    const next = openComposer(tab).composer
    const [draft] = await next.drafts.openQueued()
    if (draft === undefined) throw new Error('The draft is not queued.')
    const stopped = next.outbox.sendQueued(
      draft,
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new ApiError({ status: 0, url: '' })))
        }),
    )
    next.outbox.state[0]?.stop()
    await expect(stopped).rejects.toMatchObject({ status: 0 })
    expect(await next.drafts.openQueued()).toEqual([])

    browser.local.clear()
    await sendAndClose()
    const last = openComposer(tab).composer
    last.deleteDraft((await last.drafts.list())[0]?.key ?? '')
    expect(await last.drafts.openQueued()).toEqual([])
  })

  test('keeps its key when the writer opens it and sends it again', async () => {
    const key = await sendAndClose()
    const { composer } = openComposer(tab)
    await composer.open(reply)
    expect(composer.state).toMatchObject({ isUncertain: true, isQueued: false })
    expect(await composer.send(async (submission) => submission.key)).toBe(key)
    expect(browser.local.length).toBe(0)
  })

  test('stays a draft after a refusal', async () => {
    await sendAndClose()
    const { composer } = openComposer(tab)
    const [draft] = await composer.drafts.openQueued()
    if (draft === undefined) throw new Error('The draft is not queued.')
    const refused = composer.outbox.sendQueued(draft, () =>
      Promise.reject(new ApiError({ status: 422, url: '' })),
    )
    await expect(refused).rejects.toMatchObject({ status: 422 })
    expect(await composer.drafts.list()).toMatchObject([
      { fields: { content: 'Hello' }, isQueued: false, isHeld: false, submissionKey: undefined },
    ])
  })

  test('is not sent after a day: the server may have forgotten the key', async () => {
    const key = await sendAndClose()
    const hours = (count: number) => Date.now() + count * 3_600_000
    const later = hours(24)
    vi.spyOn(Date, 'now').mockImplementation(() => later)
    const { composer } = openComposer(tab)
    const [draft] = await composer.drafts.openQueued()
    if (draft === undefined) throw new Error('The draft is not queued.')
    let requests = 0
    const sending = composer.outbox.sendQueued(draft, async () => {
      requests += 1
    })
    await expect(sending).rejects.toMatchObject({ status: 0 })
    expect(requests).toBe(0)
    // The writer decides, and a new submission has a new key.
    await composer.open(reply)
    expect(composer.state).toMatchObject({ isUncertain: true, submissionKey: key })
    expect(await composer.send(async (submission) => submission.key)).not.toBe(key)
  })

  test('stays with its page in a browser without locks or without storage', async () => {
    const storage = tab.load()
    const unlocked = { ...storage, locks: { ...storage.locks, isExclusive: false } }
    for (const drafts of [new Drafts(unlocked, '1'), new Drafts({ ...storage, local: undefined }, '1')]) {
      const { composer } = openComposer(tab, {}, drafts)
      await composer.open(reply)
      composer.change({ content: 'Hello' })
      void composer.send(never)
      expect(composer.outbox.state).toMatchObject([{ isQueued: false }])
      expect(await drafts.openQueued()).toEqual([])
    }
  })

  test('goes on being sent when its composer is closed', async () => {
    const { composer, calls } = openComposer(tab)
    await composer.open(reply)
    composer.change({ content: 'Hello' })
    const answer = Promise.withResolvers<string>()
    const sending = composer.send(() => answer.promise)
    composer.close()
    expect(composer.state.position).toBe('hidden')
    expect(composer.outbox.state).toHaveLength(1)
    answer.resolve('posted')
    expect(await sending).toBe('posted')
    expect(calls).toEqual([])
    expect(browser.local.length).toBe(0)
  })
})
