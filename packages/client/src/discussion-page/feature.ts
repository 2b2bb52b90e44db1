import type { App } from '../app-context.ts'
import { defineClientExtension } from '../extension.ts'
import type { StoreRecord } from '../store/record.ts'
import { ControlsItem, ReplyItem, ScrubberItem } from './aside-items.tsx'
import { discussionPage } from './discussion-page.tsx'
import { discussionRequests } from './requests.ts'
import { DiscussionAsideItems } from './slots.ts'

/** The discussion whose page is open. */
function shownDiscussion({ router, routes, store }: App): StoreRecord<'discussions'> | undefined {
  const { name, location } = routes.match(router.state.entry.url) ?? {}
  const [id] = location?.params.id?.split('-', 1) ?? []
  return name === 'discussion' && id !== undefined ? store.get('discussions', id) : undefined
}

/** The page of a discussion. */
export const discussionPageFeature = defineClientExtension({
  slots: [
    DiscussionAsideItems.add('reply', ReplyItem, 100),
    DiscussionAsideItems.add('controls', ControlsItem, 0),
    DiscussionAsideItems.add('scrubber', ScrubberItem, -100),
  ],
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
    discussion: { path: '/d/:id/:near?', page: discussionPage, requests: discussionRequests },
  },
})
