import { Composer, type ComposerOptions } from './composer.ts'
import { Drafts } from './drafts.ts'
import type { FakeTab } from './fake-browser.ts'

/** For tests: the composer of a page that is loaded in a tab, with a list of the callbacks that it has called. */
export function openComposer(
  tab: FakeTab,
  changes: Partial<ComposerOptions> = {},
  drafts = new Drafts(tab.load(), '1'),
) {
  const calls: string[] = []
  /** Undo what the composer has reported as deleted. */
  const undos: (() => void)[] = []
  const composer = new Composer({
    isGuest: false,
    logIn: () => calls.push('log in'),
    load: async () => () => null,
    prepare: async () => {},
    onLoadFailed: () => calls.push('load failed'),
    restoreFields: (_, fields) => fields,
    subjectOf: ({ kind }) => (kind === 'discussion' ? undefined : { title: 'Harbour' }),
    originalFields: ({ kind }) => ({ title: '', content: kind === 'edit' ? 'as it was' : '' }),
    onDiscarded: ({ kind }, undo) => {
      calls.push(`discarded ${kind}`)
      undos.push(undo)
    },
    onOccupied: () => calls.push('occupied'),
    onOtherDraft: ({ fields }) => calls.push(`other draft ${fields.title}`),
    drafts,
    ...changes,
  })
  return { composer, calls, undos }
}
