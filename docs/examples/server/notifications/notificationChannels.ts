import { type ChannelUse, defineExtension } from '@parley/server'

declare module '@parley/server' {
  interface NotificationChannels {
    pager: ChannelUse
  }
}

/** A further way to reach users: types of notifications say `pager: { default: false }`. */
export default defineExtension({
  notificationChannels: {
    pager: {
      async send(notification, sent, { forum }) {
        for (const { userId } of sent) forum.log.info({ userId, type: notification.type }, 'Paged')
      },
    },
  },
})
