import { defineExtension, text } from '@parley/server'

/** `GET /api/word-of-the-day`: JSON that is no resource. `describes` is its part of the API's description. */
export default defineExtension({
  routes: [
    {
      method: 'GET',
      path: '/api/word-of-the-day',
      describes: { summary: 'Show the word of the day', answers: { 200: { json: text() } } },
      run: (_request, { now }) => ({ status: 200, json: ['oak', 'elm', 'ash'][now.getUTCDate() % 3] }),
    },
  ],
})
