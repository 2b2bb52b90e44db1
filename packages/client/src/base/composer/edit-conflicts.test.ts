import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '../../store/api-error.ts'
import { FakeBrowser, type FakeTab } from './fake-browser.ts'
import { openComposer } from './open-composer.ts'
import type { Submission } from './outbox.ts'

let browser: FakeBrowser
let tab: FakeTab
const edit = { kind: 'edit', postId: '7' } as const

beforeEach(() => {
  browser = new FakeBrowser()
  tab = browser.openTab()
})

/** A refusal because another has changed the post meanwhile. */
const conflict = (current: string) => () =>
  Promise.reject(
    new ApiError({
      status: 409,
      url: '',
      errors: [
        {
          status: '409',
          code: 'conflict',
          source: { pointer: '/data/attributes/content' },
          meta: { current },
        },
      ],
    }),
  )
const sent = async (submission: Submission) => submission
/** What posts have by now. */
const changed = { originalFields: () => ({ title: '', content: 'redacted' }) }

test('a draft of an edit keeps what the edit began from, whatever the post has by then', async () => {
  const { composer } = openComposer(tab)
  await composer.open(edit)
  composer.change({ content: 'mine' })
  tab.close()
  const later = openComposer(browser.openTab(), changed)
  await later.composer.open(edit)
  expect(await later.composer.send(sent)).toMatchObject({
    from: 'as it was',
    fields: { content: 'mine' },
  })
  await later.composer.open(edit)
  later.composer.change({ content: 'mine' })
  expect(await later.composer.send(sent)).toMatchObject({ from: 'redacted' })
})

test('a conflict keeps the text and notes the current one; a choice changes what the edit goes on from', async () => {
  const { composer } = openComposer(tab)
  await composer.open(edit)
  composer.change({ content: 'mine' })
  await expect(composer.send(conflict('redacted'))).rejects.toMatchObject({ status: 409 })
  expect(composer.state).toMatchObject({
    fields: { content: 'mine' },
    edit: { from: 'as it was', current: 'redacted' },
    isSending: false,
    submissionKey: undefined,
  })
  composer.change({ content: 'redacted' })
  composer.setEdit({ from: 'redacted', kept: 'mine' })
  // The own text would be lost.
  expect(composer.hasUnsavedChanges).toBe(true)
  tab.close()
  const next = openComposer(browser.openTab(), changed)
  await next.composer.open(edit)
  expect(next.composer.state.edit).toEqual({ from: 'redacted', kept: 'mine' })
})

test('an edit that a closed page has queued conflicts when the next page sends it, and stays as a draft', async () => {
  const { composer } = openComposer(tab)
  await composer.open(edit)
  composer.change({ content: 'mine' })
  void composer.send(() => new Promise<never>(() => {}))
  tab.close()
  const next = openComposer(browser.openTab(), changed).composer
  const [draft] = await next.drafts.openQueued()
  if (draft === undefined) throw new Error('The draft is not queued.')
  await expect(next.outbox.sendQueued(draft, conflict('redacted'))).rejects.toMatchObject({ status: 409 })
  await next.openDraftOf(draft.key)
  expect(next.state).toMatchObject({
    fields: { content: 'mine' },
    edit: { from: 'as it was', current: 'redacted' },
  })
})

test('a deleted edit comes back with what it began from', async () => {
  const { composer, undos } = openComposer(tab)
  await composer.open(edit)
  composer.change({ content: 'mine' })
  composer.setEdit({ from: 'redacted' })
  composer.close()
  expect(composer.state.edit).toBeUndefined()
  undos[0]?.()
  await expect.poll(() => composer.state.edit).toEqual({ from: 'redacted' })
  expect(await composer.send(sent)).toMatchObject({ from: 'redacted', fields: { content: 'mine' } })
})
