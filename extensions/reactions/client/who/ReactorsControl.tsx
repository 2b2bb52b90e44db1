import { MenuItem, type PostProps, useApp } from '@parley/client'
import type { ReactNode } from 'react'
import { canSeeReactors } from '../abilities.ts'
import { showReactors } from './show-reactors.ts'

/** Opens the list of those who have reacted, from the menu of a post. */
export function ReactorsControl({ post }: PostProps): ReactNode {
  const app = useApp()
  const hasSome = Object.values(post.reactionCounts ?? {}).some((count) => count > 0)
  if (!hasSome || !canSeeReactors(app, post)) return null
  return (
    <MenuItem icon="react" onSelect={() => showReactors(app, post.id)}>
      {app.t('reactions.forum.mod_item')}
    </MenuItem>
  )
}
