import type { ReactNode } from 'react'
import { Rich } from '../../base/i18n/Rich.tsx'
import { useApp } from '../../points/app-context.ts'
import { searchPath } from './search-path.ts'

/** A link to the search with the suggested spelling. */
export function DidYouMean({ suggestion }: { suggestion: string }): ReactNode {
  const { href } = useApp()
  const link = (
    <a href={href(searchPath(suggestion))}>
      <bdi>{suggestion}</bdi>
    </a>
  )
  return (
    <p className="Search-meant">
      <Rich id="core.forum.search.did_you_mean_text" params={{ query: link }} />
    </p>
  )
}
