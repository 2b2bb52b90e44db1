import { defineExtension } from '@parley/server'

/** `PATCH /api/meters/1`: counts the bytes that a device sends, however many. */
export default defineExtension({
  protocols: {
    meters: {
      path: '/api/meters/:id',
      methods: ['PATCH'],
      async handle(request, response, { actor }) {
        let bytes = 0
        for await (const piece of request) bytes += (piece as Uint8Array).length
        response.writeHead(actor.isGuest ? 401 : 200).end(`${bytes}`)
      },
    },
  },
})
