import { defineExtension } from '@parley/server'

declare module '@parley/server' {
  interface Tables {
    reviews: { created_at: string }
  }
}

/** Reviews by hour, day, week and month. `context.count('reviews', time, 1)` counts a new one. */
export default defineExtension({
  statistics: {
    reviews: { label: 'reviews.admin.title', rows: { table: 'reviews', time: 'created_at' } },
  },
})
