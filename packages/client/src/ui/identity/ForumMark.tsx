import { markLetter } from '@parley/shared'
import type { ReactNode } from 'react'

/** The mark of a forum without a logo: the first letter of its title on the accent colour. The title stands beside it. */
export function ForumMark({ title }: { title: string | null }): ReactNode {
  return (
    <span className="ForumMark" aria-hidden="true">
      {markLetter(title ?? '')}
    </span>
  )
}
