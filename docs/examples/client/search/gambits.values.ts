import { defineClientExtension } from '@parley/client'
import { buildQuery, type CollectionDocument } from '@parley/shared'

declare module '@parley/shared' {
  interface Resources {
    rooms: { name: string; slug: string }
  }
}

/** Behind `room:` the search field suggests the rooms whose names begin like what is typed. */
export default defineClientExtension({
  gambits: {
    'room:': {
      text: 'rooms.forum.search.room_text',
      example: 'rooms.forum.search.room_example',
      async complete(typed, { api }, signal) {
        const query = buildQuery({ filter: { q: typed }, page: { limit: 10 } })
        const { data } = await api.request<CollectionDocument>(`/rooms?${query}`, {
          signal,
          isBackground: true,
        })
        return data.map(({ attributes }) => ({
          value: String(attributes?.slug),
          label: String(attributes?.name),
        }))
      },
    },
  },
})
