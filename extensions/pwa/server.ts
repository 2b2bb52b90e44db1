import { defineExtension, type Field, type ForumRow } from '@parley/server'
import { pageFrame } from './server/frame.ts'
import { iconRoutes } from './server/icons.ts'
import { manifestRoute } from './server/manifest.ts'
import { firebaseConfigRoute } from './server/push/firebase/config-route.ts'
import { firebaseTokenRoute } from './server/push/firebase/token-route.ts'
import { resetKeysRoute } from './server/push/keys.ts'
import { pushMigrations } from './server/push/migrations.ts'
import { pushChannel } from './server/push/sending/channel.ts'
import { pushJobs } from './server/push/sending/jobs.ts'
import { vapidPublicKey } from './server/push/settings.ts'
import { endSubscriptions } from './server/push/subscriptions/end.ts'
import {
  subscriptionDeletions,
  subscriptionPolicies,
  subscriptionResources,
} from './server/push/subscriptions/resources.ts'
import { subscribeRoute } from './server/push/subscriptions/subscribe-route.ts'
import { iconName, pwaSettings } from './server/settings.ts'
import { statusRoute } from './server/status.ts'
import { offlineRoute, workerRoute } from './server/worker.ts'
import { type IconSize, iconSizes } from './shared.ts'

/** The address of an icon, where it was uploaded. */
function iconField(size: IconSize): Field<ForumRow> {
  const setting = `askvortsov-pwa.icon_${size}_path` as const
  return {
    json: 'string',
    visible: (_forum, { forum }) => forum.settings.get(setting) !== null,
    get: (_forum, { forum }) => forum.files.url(forum.settings.get(setting) ?? ''),
  }
}

/** Readers install the forum like an app, which notifies them (api-extensions 23). */
export default defineExtension({
  migrations: pushMigrations,
  settings: pwaSettings,
  affects: { push_subscriptions: 'nothing', firebase_push_subscriptions: 'nothing' },
  policies: subscriptionPolicies,
  deletions: subscriptionDeletions,
  on: { 'user.loggedOutEverywhere': ({ userId }, context) => endSubscriptions(context, userId) },
  notificationChannels: { push: pushChannel },
  jobs: pushJobs,
  when: { suspend: () => import('./when/suspend/server.ts') },
  scripts: ['worker', 'offline'],
  pageFrame,
  routes: [
    manifestRoute,
    workerRoute,
    offlineRoute,
    statusRoute,
    ...iconRoutes,
    resetKeysRoute,
    subscribeRoute,
    firebaseTokenRoute,
    firebaseConfigRoute,
  ],
  resources: {
    ...subscriptionResources,
    forums: {
      fields: {
        vapidPublicKey,
        ...Object.fromEntries(iconSizes.map((size) => [`${iconName(size)}Url`, iconField(size)])),
      },
    },
  },
})
