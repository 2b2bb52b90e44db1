import { type ChannelUse, type Context, enqueueJob, type NotificationChannel } from '@parley/server'
import { hasAccount } from '../firebase/account.ts'
import { vapidKeysOf } from '../keys.ts'
import './jobs.ts'

declare module '@parley/server' {
  interface NotificationChannels {
    /** The browsers and devices of users; only of types that have a mail. */
    push: ChannelUse
  }
}

/** Notifications of one job. */
const batchSize = 500

/** Pushes say what mails say. */
export const pushChannel: NotificationChannel = {
  default: (_name, { channels }) => channels.email?.default,
  defaultsCount: (settings) => settings.get('askvortsov-pwa.pushNotifPreferenceDefaultToEmail'),
  async send(_notification, sent, context) {
    if (!sendsPushes(context.forum)) return
    for (let start = 0; start < sent.length; start += batchSize) {
      const ids = sent.slice(start, start + batchSize).map(({ id }) => id)
      await enqueueJob(context, 'pwa.push', { ids })
    }
  },
}

function sendsPushes(forum: Context['forum']): boolean {
  return vapidKeysOf(forum) !== undefined || hasAccount(forum)
}
