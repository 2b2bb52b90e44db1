import {
  defineClientExtension,
  IndexCannotStart,
  PageAlerts,
  type UserProps,
  useApp,
  useSessionUser,
  useT,
} from '@parley/client'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** Members accept the policies of the forum before they take part. */
export default defineClientExtension({
  resources: ['fof-terms-policies', 'terms-answers'],
  slots: [
    PageAlerts.add('terms', Asking),
    IndexCannotStart.add('terms', CannotStart, {
      when: ({ user }: Partial<UserProps>) => user?.fofTermsPoliciesMustAccept === true,
    }),
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

/** Loads what asks members who have something to answer; nothing for others. */
function Asking(): ReactNode {
  const { boot, connection } = useApp()
  const user = useSessionUser()
  const isAsked = !boot.isView && (user?.fofTermsPoliciesHasUpdate || user?.fofTermsPoliciesMustAccept)
  const [Ask, setAsk] = useState<ComponentType>()
  useEffect(() => {
    if (!isAsked) return
    // The connection reports a failure, and the next page tries again.
    connection
      .load(() => import('./client/Ask.tsx'))
      .then(
        (loaded) => setAsk(() => loaded.Ask),
        () => {},
      )
  }, [isAsked, connection])
  return isAsked && Ask ? <Ask /> : null
}

function CannotStart(): ReactNode {
  return useT()('terms.forum.update-alert.must-accept-message')
}
