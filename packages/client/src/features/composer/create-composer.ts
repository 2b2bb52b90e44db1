import { Composer } from '../../base/composer/composer.ts'
import type { DraftSubject } from '../../base/composer/draft.ts'
import { Drafts } from '../../base/composer/drafts.ts'
import { browserLocks } from '../../base/composer/tab-locks.ts'
import type { App } from '../../points/app.ts'
import type { ComposerTarget } from '../../points/composer/composer-target.ts'
import { includesOf } from '../../points/pages/includes.ts'
import { browserStorage, watchStorage } from '../../store/browser-storage.ts'
import { loadDocument } from '../../store/resources.ts'
import { discussionRequest } from '../discussions/discussion-request.ts'
import { draftTitle } from '../drafts/draft-texts.ts'

/** Duration of the alerts about other texts; ms. */
const alertTimeout = 10_000

/** Creates the composer of an app. `logIn` opens the log-in form. */
export function createComposer(
  app: () => App,
  userId: string | undefined,
  logIn: (target: ComposerTarget) => void,
): Composer {
  // No text is shown before the code is loaded.
  let late: typeof import('./fields/field-states.ts') | undefined
  return new Composer({
    isGuest: userId === undefined,
    logIn,
    load: () =>
      app().connection.load(async () => {
        const [{ ComposerView }, { prepareMarkup }, { coreParts, fieldStates, loadComposerParts }] =
          await Promise.all([
            import('./ComposerView.tsx'),
            import('./preview/post-markup.ts'),
            import('./fields/late-code.ts'),
          ])
        await Promise.all([prepareMarkup(app()), loadComposerParts(app(), coreParts)])
        late = fieldStates
        return ComposerView
      }),
    onLoadFailed: (error, retry) => void app().alerts.showError(error, retry),
    prepare: (target) => loadTarget(app(), target),
    originalFields: (target) => late?.originalFields(app(), target) ?? { title: '', content: '' },
    restoreFields: (target, stored) => late?.restoreFields(app(), target, stored) ?? stored,
    subjectOf: (target) => subjectOf(app(), target),
    onDiscarded: ({ kind }, undo) => {
      const { alerts, t } = app()
      alerts.show(t('core.forum.composer.discarded_message', { kind }), { undo })
    },
    onOccupied: () => {
      const { alerts, t } = app()
      alerts.show(t('core.forum.composer.occupied_message'), { tone: 'warning', timeout: alertTimeout })
    },
    onOtherDraft: (draft) => {
      const { alerts, composer, t } = app()
      alerts.show(t('core.forum.composer.other_draft_message', { title: draftTitle(t, draft) }), {
        retry: () => void composer.openDraftOf(draft.key),
        retryText: t('core.forum.composer.other_draft_button'),
        timeout: alertTimeout,
      })
    },
    drafts: new Drafts(
      {
        local: browserStorage('localStorage'),
        tab: browserStorage('sessionStorage'),
        locks: browserLocks(globalThis.navigator?.locks),
        watch: watchStorage,
      },
      userId,
    ),
  })
}

const editedPost = { posts: '', discussions: 'discussion.' }

/** Loads the target's records, which a restored draft may lack: it was written on another page. */
export async function loadTarget(app: App, target: ComposerTarget): Promise<void> {
  const { store } = app
  if (target.kind === 'reply' && store.get('discussions', target.discussionId) === undefined)
    await loadDocument(app, discussionRequest(target.discussionId, app, ['user']))
  if (target.kind === 'edit' && store.get('posts', target.postId)?.content === undefined)
    await loadDocument(app, `/posts/${target.postId}?include=${includesOf(app, editedPost, ['discussion'])}`)
}

function subjectOf({ store }: App, target: ComposerTarget): DraftSubject | undefined {
  if (target.kind === 'discussion') return undefined
  if (target.kind === 'reply') {
    const discussion = store.get('discussions', target.discussionId)
    return discussion && { title: discussion.title }
  }
  const post = store.get('posts', target.postId)
  const discussion = post && store.related(post, 'discussion', 'discussions')
  return discussion && { title: discussion.title, postNumber: post.number }
}
