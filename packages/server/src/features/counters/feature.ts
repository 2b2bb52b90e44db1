import { defineExtension } from '../../points/extension.ts'
import { coreCounters } from './core-counters.ts'
import { notificationCounts } from './notification-counts.ts'
import { recountExtension } from './recount-extension.ts'

/** The counters of the core, and counting those of an extension again. */
export const countersFeature = defineExtension({
  counters: [...coreCounters, notificationCounts],
  jobs: { 'counters.recount': recountExtension },
})
