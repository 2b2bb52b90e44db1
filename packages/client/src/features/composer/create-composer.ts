import { Composer } from '../../base/composer/composer.ts'
import type { ComposerFields, ComposerTarget } from '../../base/composer/composer-target.ts'
import { Drafts } from '../../base/composer/drafts.ts'
import { browserLocks } from '../../base/composer/tab-locks.ts'
import type { App } from '../../points/app.ts'
import { browserStorage } from '../../store/browser-storage.ts'
import { loadDocument } from '../../store/resources.ts'

/** Creates the composer of an app. `logIn` opens the log-in form. */
export function createComposer(
  app: () => App,
  userId: string | undefined,
  logIn: (target: ComposerTarget) => void,
): Composer {
  return new Composer({
    isGuest: userId === undefined,
    logIn,
    load: async () => {
      const [{ ComposerView }, { prepareMarkup }] = await app().connection.load(() =>
        Promise.all([import('./ComposerView.tsx'), import('./post-markup.ts')]),
      )
      await prepareMarkup(app())
      return ComposerView
    },
    onLoadFailed: (error, retry) => void app().alerts.showError(error, retry),
    prepare: (target) => prepare(app(), target),
    originalFields: (target) => originalFields(app(), target),
    confirmDiscard: (target) => confirmDiscard(app(), target),
    drafts: new Drafts(
      {
        local: browserStorage('localStorage'),
        tab: browserStorage('sessionStorage'),
        locks: browserLocks(globalThis.navigator?.locks),
      },
      userId,
    ),
  })
}

/** Loads the target's records, which a restored draft may lack: it was written on another page. */
async function prepare(app: App, target: ComposerTarget): Promise<void> {
  const { store } = app
  if (target.kind === 'reply' && store.get('discussions', target.discussionId) === undefined)
    await loadDocument(app, `/discussions/${target.discussionId}?include=user`)
  if (target.kind === 'edit' && store.get('posts', target.postId)?.content === undefined)
    await loadDocument(app, `/posts/${target.postId}?include=discussion`)
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
