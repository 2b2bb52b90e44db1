import { type AnyRecord, defineClientExtension, Overlays, userPath } from '@parley/client'
import { EndTime } from './client/EndTime.tsx'
import { indefinite, limited } from './client/refusals.ts'
import { SuspensionWatch } from './client/SuspensionWatch.tsx'
import { isIndefinite } from './shared.ts'

export type * from './shared.ts'

export default defineClientExtension({
  slots: [Overlays.add('suspension', SuspensionWatch)],
  screenSlots: {
    user: () => import('./client/user-items.ts'),
    discussion: () => import('./client/post-items.tsx'),
  },
  notifications: {
    userSuspended: {
      label: 'suspend.forum.notifications.user_suspended_label',
      isInGrid: false,
      icon: 'ban',
      text: ({ content }) =>
        isIndefinite(content)
          ? 'suspend.forum.notifications.user_suspended_indefinite_text'
          : 'suspend.forum.notifications.user_suspended_text',
      params: ({ content }) => ({ until: <EndTime value={content} /> }),
      link: ownPage,
    },
    userUnsuspended: {
      label: 'suspend.forum.notifications.user_suspended_label',
      isInGrid: false,
      icon: 'check',
      text: 'suspend.forum.notifications.user_unsuspended_text',
      link: ownPage,
    },
  },
  replyRefusals: {
    suspended: {
      ...limited,
      icon: 'ban',
      label: 'suspend.forum.reply.suspended_label',
      text: 'suspend.forum.reply.suspended_text',
      applies: (_, app) => limited.applies(app),
    },
    suspendedIndefinitely: {
      icon: 'ban',
      label: 'suspend.forum.reply.suspended_label',
      text: 'suspend.forum.reply.suspended_indefinitely_text',
      applies: (_, app) => indefinite.applies(app),
    },
  },
  startRefusals: {
    suspended: { ...limited, text: 'suspend.forum.index.suspended_text' },
    suspendedIndefinitely: { ...indefinite, text: 'suspend.forum.index.suspended_indefinitely_text' },
  },
  composer: () => import('./client/composer.ts'),
})

/** The notifications are about the reader. */
function ownPage({ subject }: { subject: AnyRecord }): string {
  return userPath({ slug: String(subject.slug) })
}
