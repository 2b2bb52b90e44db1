import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import { classNames } from '../class-names.ts'

interface ProseProps {
  /** HTML rendered by the forum's markup, which escapes all input. Other HTML must not be passed. */
  html: string
  className?: string
}

type EnhanceModule = typeof import('./enhance-text.ts')

let enhanceModule: EnhanceModule | undefined

/** Renders the HTML of a post. */
export function Prose({ html, className }: ProseProps): ReactNode {
  const app = useApp()
  const root = useRef<HTMLDivElement>(null)
  // Memoized: a new object makes React set the HTML again, which removes the enhancements.
  const content = useMemo(() => ({ __html: addLocalizedTexts(html, app) }), [html, app])
  useLayoutEffect(() => {
    const isEmpty = content.__html === ''
    if (!import.meta.env.SSR && root.current !== null && !isEmpty) return enhance(root.current, app)
  }, [content, app])
  return (
    <div ref={root} className={classNames('Prose', className)} dir="auto" dangerouslySetInnerHTML={content} />
  )
}

interface WrittenHtmlProps {
  html: string
  className?: string
}

/**
 * Renders HTML as it is: texts and forms of a page that the server writes itself, and has escaped, or what
 * administrators write for every page.
 */
export function WrittenHtml({ html, className = 'WrittenHtml' }: WrittenHtmlProps): ReactNode {
  // Memoized: a new object makes React set the HTML again, which removes what was typed.
  const content = useMemo(() => ({ __html: html }), [html])
  return <div className={className} dangerouslySetInnerHTML={content} />
}

/** Enhances synchronously once the code is loaded, so that previews do not flicker. @returns removes the listeners. */
function enhance(root: HTMLElement, app: App): () => void {
  if (enhanceModule !== undefined) return enhanceModule.enhanceText(root, app)
  let end: (() => void) | undefined
  let hasEnded = false
  import('./enhance-text.ts').then(
    (loaded) => {
      enhanceModule = loaded
      if (!hasEnded) end = loaded.enhanceText(root, app)
    },
    // Posts are readable without enhancements.
    (error) => console.warn('Posts cannot be enhanced:', error),
  )
  return () => {
    hasEnded = true
    end?.()
  }
}

/**
 * Adds labels in the reader's language, which stored HTML cannot contain. Text and attribute values are escaped, so
 * the searched strings match tags only.
 */
function addLocalizedTexts(html: string, { t }: App): string {
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
