import type { App } from '../../points/app.ts'
import { defineClientExtension } from '../../points/extension.ts'
import type { StoreRecord } from '../../store/record.ts'
import { coreReplyRefusals } from '../discussions/reply-refusal.ts'
import { discussionRequests } from './requests.ts'

/** The discussion whose page is shown. */
function shownDiscussion({ router, routes, store }: App): StoreRecord<'discussions'> | undefined {
  const { name, location } = routes.match(router.state.entry.url) ?? {}
  const [id] = location?.params.id?.split('-', 1) ?? []
  return name === 'discussion' && id !== undefined ? store.get('discussions', id) : undefined
}

/** The page of a discussion. */
export const discussionPageFeature = defineClientExtension({
  replyRefusals: coreReplyRefusals,
  shortcuts: {
    reply: {
      keys: 'r',
      text: 'core.forum.shortcuts.reply_text',
      when: (app) => shownDiscussion(app)?.canReply === true,
      run(app) {
        const discussion = shownDiscussion(app)
        if (discussion) void app.composer.open({ kind: 'reply', discussionId: discussion.id })
      },
    },
  },
  routes: {
    discussion: {
      path: '/d/:id/:near?',
      page: () => import('./discussion-page.tsx'),
      requests: discussionRequests,
    },
  },
  screenSlots: { discussion: () => import('./discussion-items.ts') },
})
