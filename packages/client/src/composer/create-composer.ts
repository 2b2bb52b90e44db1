import type { App } from '../app-context.ts'
import { Composer, type ComposerFields, type ComposerTarget } from './composer.ts'
import { Drafts } from './drafts.ts'

/** The composer of an app. `logIn` opens the log-in form. */
export function createComposer(app: () => App, userId: string | undefined, logIn: () => void): Composer {
  return new Composer({
    isGuest: userId === undefined,
    logIn,
    load: async () => {
      const [{ ComposerView }, { prepareMarkup }] = await Promise.all([
        import('./ComposerView.tsx'),
        import('./post-markup.ts'),
      ])
      await prepareMarkup(app())
      return ComposerView
    },
    onLoadFailed: (error) => app().alerts.showError(error),
    original: (target) => originalFields(app(), target),
    confirmDiscard: (target) => confirmDiscard(app(), target),
    drafts: new Drafts(browserStorage(), userId),
  })
}

function originalFields({ store }: App, target: ComposerTarget): ComposerFields {
  const content = target.kind === 'edit' ? store.get('posts', target.postId)?.content : undefined
  return { title: '', content: typeof content === 'string' ? content : '' }
}

function confirmDiscard({ modals, t }: App, { kind }: ComposerTarget): Promise<boolean> {
  const text = {
    discussion: 'core.forum.composer_discussion.discard_confirmation',
    reply: 'core.forum.composer_reply.discard_confirmation',
    edit: 'core.forum.composer_edit.discard_confirmation',
  }
  return modals.confirm({
    title: t('core.forum.composer.discard_title', { kind }),
    text: t(text[kind]),
    confirmLabel: t('core.forum.composer.discard_button'),
    isDanger: true,
  })
}

// Reading the property throws where storage is forbidden.
function browserStorage(): Storage | undefined {
  if (import.meta.env.SSR) return undefined
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
