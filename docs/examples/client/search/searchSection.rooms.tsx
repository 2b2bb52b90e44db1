import { defineSearchSection, Icon } from '@parley/client'

interface Room {
  id: string
  name: string
}

export default defineSearchSection<Room>({
  label: 'rooms.forum.search.heading',
  find: (text, { app, signal }) =>
    app.api.request<Room[]>(`/rooms/found?q=${encodeURIComponent(text)}`, { signal }),
  keyOf: ({ id }) => id,
  path: ({ id }) => `/rooms/${id}`,
  Row: ({ item }) => (
    <>
      <Icon name="home" />
      <span>{item.name}</span>
    </>
  ),
})
