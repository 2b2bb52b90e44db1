import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import { type App, useApp } from '../../base/app-context.ts'
import { classNames } from '../class-names.ts'

interface ProseProps {
  /** What the forum's own markup rendered: safe by construction, and nothing else may come here. */
  html: string
  className?: string
}

type Behaviour = typeof import('./enhance-text.ts')

let behaviour: Behaviour | undefined

/** A text somebody wrote, as HTML. The one place that puts HTML into a page. */
export function Prose({ html, className }: ProseProps): ReactNode {
  const app = useApp()
  const root = useRef<HTMLDivElement>(null)
  // React writes the HTML anew, and so undoes what was made of it, whenever this object is another one.
  const content = useMemo(() => ({ __html: withWords(html, app) }), [html, app])
  useLayoutEffect(() => {
    const isEmpty = content.__html === ''
    if (!import.meta.env.SSR && root.current !== null && !isEmpty) return bringToLife(root.current, app)
  }, [content, app])
  return (
    <div ref={root} className={classNames('Prose', className)} dir="auto" dangerouslySetInnerHTML={content} />
  )
}

/** At once when the code is there, so that nobody sees a preview flicker. @returns ends it. */
function bringToLife(root: HTMLElement, app: App): () => void {
  if (behaviour !== undefined) return behaviour.enhanceText(root, app)
  let end: (() => void) | undefined
  let isOver = false
  import('./enhance-text.ts').then(
    (loaded) => {
      behaviour = loaded
      if (!isOver) end = loaded.enhanceText(root, app)
    },
    // Everything can be read without.
    (error) => console.warn('Posts stay without what makes them handy:', error),
  )
  return () => {
    isOver = true
    end?.()
  }
}

/**
 * The words in the reader's language that stored HTML cannot have. Its text and its values are escaped, so these tags
 * are tags wherever they stand.
 */
function withWords(html: string, { t }: App): string {
  return html
    .replaceAll(
      '<details class="spoiler">',
      (tag) => `${tag}<summary>${escapeText(t('core.lib.prose.spoiler_label'))}</summary>`,
    )
    .replaceAll(
      '<div class="Prose-table" tabindex="0" role="region">',
      () =>
        `<div class="Prose-table" tabindex="0" role="group" aria-label="${escapeText(t('core.lib.prose.table_label'))}">`,
    )
}

function escapeText(text: string): string {
  return text.replace(/[&<"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
