import { defineExtension, syncNotification } from '@parley/server'

declare module '@parley/shared' {
  interface Notifications {
    discussionFeatured: Record<string, never>
  }
}

/** Authors hear of their featured discussions in the forum, and by mail if they want that. */
export default defineExtension({
  notifications: {
    discussionFeatured: {
      subject: 'discussions',
      channels: {
        alert: { default: true },
        email: { default: false, compose: () => ({ key: 'featuring.mail.featured' }) },
      },
    },
  },
  on: {
    async 'discussion.renamed'({ discussion }, context) {
      const isFeatured = discussion.title.startsWith('★')
      const recipients = isFeatured && discussion.user_id !== null ? [discussion.user_id] : []
      const fromUserId = context.actor.account?.id ?? null
      await syncNotification(
        context,
        { type: 'discussionFeatured', fromUserId, subject: discussion },
        recipients,
      )
    },
  },
})
