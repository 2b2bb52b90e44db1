import { countAction, defineExtension } from '@parley/server'

declare module '@parley/server' {
  interface RateLimitNames {
    nominationsPerAccount: true
  }
}

/** Ten nominations an hour. `countAction` counts one, and answers 429 when there are more. */
export default defineExtension({
  rateLimits: { nominationsPerAccount: { points: 10, seconds: 3600 } },
  routes: [
    {
      method: 'POST',
      path: '/api/nominations',
      describes: { summary: 'Nominate something', answers: { 204: 'empty', 429: 'error' } },
      async run(_request, context) {
        await countAction(context, 'nominationsPerAccount')
        return { status: 204, empty: true }
      },
    },
  ],
})
