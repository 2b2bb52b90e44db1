import { type App, defineCompletion, defineComposerExtension, NamedIcon } from '@parley/client'
import type { CSSProperties, ReactNode } from 'react'
import type { TagRecord } from '../../../tags/contract/client.tsx'
import { matchesName } from '../../client/composer/match-name.ts'
import { searchTags } from './search-tags.ts'

export default defineComposerExtension({
  completions: {
    tags: defineCompletion<TagRecord>({
      trigger: '#',
      query: /^[\p{L}\p{M}\p{N}_-]*$/u,
      delay: 250,
      known: (query, { app }) => knownTags(app, query),
      async source(query, { app }) {
        const ids = await searchTags(app, query)
        const found = ids.flatMap((id) => app.store.get('tags', id) ?? [])
        return [...new Set([...knownTags(app, query), ...found])]
      },
      keyOf: ({ id }) => id,
      Row: TagRow,
      insert: ({ slug }) => `#${slug} `,
    }),
  },
})

function TagRow({ item: { name, slug, icon, color } }: { item: TagRecord }): ReactNode {
  return (
    <span className="TagMention" style={color ? ({ '--color': color } as CSSProperties) : undefined}>
      <NamedIcon name={icon} isSmall />
      <bdi>{name}</bdi>
      {name !== slug && <small>#{slug}</small>}
    </span>
  )
}

/** The tags in the store whose name or slug matches. */
function knownTags({ store }: App, typed: string): readonly TagRecord[] {
  return store.all('tags').filter(({ name, slug }) => matchesName(typed, name) || matchesName(typed, slug))
}
