import {
  type App,
  defineClientExtension,
  IndexCannotStart,
  Overlays,
  PageAlerts,
  type UserProps,
  useT,
} from '@parley/client'
import type { ReactNode } from 'react'
import { AcceptanceWatch } from './client/AcceptanceWatch.tsx'
import { UpdateAlert } from './client/UpdateAlert.tsx'

const isAsked = (_: object, { store, userId = '', boot }: App) =>
  !boot.isView && store.get('users', userId)?.fofTermsPoliciesHasUpdate !== undefined

/** Members accept the policies of the forum before they take part. */
export default defineClientExtension({
  resources: ['fof-terms-policies', 'terms-answers'],
  slots: [
    PageAlerts.add('terms', UpdateAlert, { when: isAsked }),
    IndexCannotStart.add('terms', CannotStart, { when: mustAccept }),
    Overlays.add('terms', AcceptanceWatch, { when: isAsked }),
  ],
  screenSlots: {
    register: () => import('./client/sign-up-items.tsx'),
    settings: () => import('./client/settings-items.tsx'),
    user: () => import('./client/user-items.tsx'),
  },
  composer: () => import('./client/composer.ts'),
  replyRefusals: {
    terms: {
      icon: 'check',
      label: 'core.forum.discussion_controls.cannot_reply_button',
      text: 'terms.forum.update-alert.must-accept-message',
      applies: (_discussion, { store, userId = '' }) =>
        store.get('users', userId)?.fofTermsPoliciesMustAccept === true,
    },
  },
})

function mustAccept({ user }: Partial<UserProps>): boolean {
  return user?.fofTermsPoliciesMustAccept === true
}

function CannotStart(): ReactNode {
  const t = useT()
  return t('terms.forum.update-alert.must-accept-message')
}
