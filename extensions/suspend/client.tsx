import {
  type AnyRecord,
  defineClientExtension,
  IndexCannotStart,
  Overlays,
  type UserProps,
  userPath,
} from '@parley/client'
import type { ReactNode } from 'react'
import { EndTime } from './client/EndTime.tsx'
import { replyRefusals } from './client/refusals.ts'
import { SuspensionText, suspendedKey } from './client/SuspensionText.tsx'
import { SuspensionWatch } from './client/SuspensionWatch.tsx'
import { endOf } from './client/suspension.ts'

export type * from './shared.ts'

export default defineClientExtension({
  slots: [
    Overlays.add('suspension', SuspensionWatch),
    IndexCannotStart.add('suspended', CannotStart, { when: isSuspended }),
  ],
  screenSlots: {
    user: () => import('./client/user-items.ts'),
    discussion: () => import('./client/post-items.tsx'),
  },
  notifications: {
    userSuspended: {
      label: 'suspend.forum.notifications.user_suspended_indefinite_text',
      isInGrid: false,
      icon: 'ban',
      text: ({ content }) => suspendedKey(content),
      params: ({ content }) => ({ until: <EndTime value={content} /> }),
      link: ownPage,
    },
    userUnsuspended: {
      label: 'suspend.forum.notifications.user_suspended_indefinite_text',
      isInGrid: false,
      icon: 'check',
      text: 'suspend.forum.notifications.user_unsuspended_text',
      link: ownPage,
    },
  },
  replyRefusals,
  composer: () => import('./client/composer.ts'),
})

/** The notifications are about the reader. */
function ownPage({ subject }: { subject: AnyRecord }): string {
  return userPath({ slug: String(subject.slug) })
}

function isSuspended({ user }: Partial<UserProps>): boolean {
  return user !== undefined && endOf(user, new Date()) !== undefined
}

function CannotStart({ user }: Partial<UserProps>): ReactNode {
  return user?.suspendedUntil && <SuspensionText end={user.suspendedUntil} />
}
