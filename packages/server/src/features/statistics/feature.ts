import { defineExtension } from '../../points/extension.ts'
import { activity, unitsOfLeaving } from './activity.ts'
import { contractRoute, viewStatistics } from './contract-route.ts'
import { coreSeries, settlingStep } from './core-series.ts'
import { statisticsMigrations } from './migrations.ts'
import { reportRoutes } from './report-routes.ts'
import { subtractComments } from './subtract-comments.ts'
import { sweepJob } from './sweep.ts'
import './table.ts'

/** Statistics: what was created when, and how many members were active, counted while it happens. */
export const statisticsFeature = defineExtension({
  migrations: statisticsMigrations,
  affects: { statistics: 'nothing' },
  permissions: { [viewStatistics]: { opensAdmin: true } },
  statistics: coreSeries,
  on: {
    'user.registered': ({ user }, context) => {
      if (user.joined_at !== null) context.count('users', user.joined_at, 1)
    },
    'user.deleted': ({ user }, context) => {
      if (user.joined_at !== null) context.count('users', user.joined_at, -1)
      if (user.last_seen_at === null) return
      context.count(activity, user.last_seen_at, -1, unitsOfLeaving(user.last_seen_at, context.now))
    },
    'discussion.started': ({ discussion }, context) => context.count('discussions', discussion.created_at, 1),
    'discussion.deleted': ({ discussion }, context) =>
      context.count('discussions', discussion.created_at, -1),
    'post.created': ({ post }, context) => context.count('posts', post.created_at, 1),
    'post.deleted': ({ post }, context) => {
      if (post.type === 'comment') context.count('posts', post.created_at, -1)
    },
  },
  deletions: { discussions: { settle: { [settlingStep]: subtractComments } } },
  jobs: { 'statistics.sweep': sweepJob },
  routes: [contractRoute, ...reportRoutes],
})
