import { defineClientExtension, discussionPath } from '@parley/client'

declare module '@parley/shared' {
  interface Notifications {
    discussionFeatured: Record<string, never>
  }
}

/** How the list of the bell and the settings show a type of notifications. */
export default defineClientExtension({
  notifications: {
    discussionFeatured: {
      label: 'featuring.forum.settings.notify_featured_label',
      icon: 'check',
      text: 'featuring.forum.notifications.featured_text',
      link: ({ discussion }) => (discussion ? discussionPath(discussion) : '/'),
    },
  },
})
