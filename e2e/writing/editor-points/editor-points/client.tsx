import { defineClientExtension } from '@parley/client'

/** Station names that the server has told the preview. */
const known = new Map<string, string>()

export default defineClientExtension({
  composer: () => import('./composer.tsx'),
  markup: [
    {
      load: () => import('./station-markup.ts'),
      facts: ({ id }) => known.get(id),
      async fetchFacts(references, app, signal) {
        for (const { id } of references) {
          const found = await app.api.request<string[]>(`/editor-points/stations?q=${id}`, { signal })
          if (found[0] !== undefined) known.set(id, found[0])
        }
      },
    },
  ],
})
