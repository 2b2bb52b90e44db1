import { createHash } from 'node:crypto'
import type { Forum } from '../../../points/context/context.ts'
import { forumFactsOf } from '../../../points/requests/forum-facts.ts'

/** Path of the administrators' own style sheet. */
export const customStylePath = '/custom.css'

/** The style sheets of every page, below the base path: the client's, then the administrators'. */
export function stylesOf(forum: Forum): readonly string[] {
  const { css } = forumFactsOf(forum)
  const styles = forum.pages?.styles ?? []
  return css ? [...styles, `${customStylePath}?v=${customStyleVersion(css)}`] : styles
}

let latest = { css: '', version: '' }

/** A hash of the style sheet, so that browsers may cache each version for ever. */
export function customStyleVersion(css: string): string {
  if (latest.css !== css) {
    latest = { css, version: createHash('sha256').update(css).digest('hex').slice(0, 12) }
  }
  return latest.version
}
