import { defineClientExtension } from '../../points/extension.ts'
import { settingsPath } from '../settings/settings-document.ts'
import { outgoingPaths } from './outgoing-mail.ts'

/** How the forum sends mail, and what waits to be sent. */
export const mailFeature = defineClientExtension({
  adminPages: {
    mail: {
      path: '/mail',
      section: 'forum',
      order: 20,
      label: 'core.admin.nav.email_button',
      keywords: 'core.admin.nav.email_keywords',
      icon: 'mail',
      requests: () => [settingsPath('mail'), '/mail/settings', outgoingPaths.failed, outgoingPaths.waiting],
      page: () => import('./mail-page.tsx'),
    },
  },
})
