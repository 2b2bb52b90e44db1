import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface ProseProps {
  /** What the forum's own markup rendered: safe by construction, and nothing else may come here. */
  html: string
  className?: string
}

/** A text somebody wrote, as HTML. The one place that puts HTML into a page. */
export function Prose({ html, className }: ProseProps): ReactNode {
  return (
    <div className={classNames('Prose', className)} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
  )
}
