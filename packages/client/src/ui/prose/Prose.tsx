import { type ReactNode, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import type { RenderedPost } from '../../points/pages/rendered-posts.ts'
import type { StoreRecord } from '../../store/record.ts'
import { classNames } from '../class-names.ts'

interface ProseProps {
  /** HTML rendered by the forum's markup, which escapes all input, or cleaned by the server. Other HTML must not be passed. */
  html: string
  className?: string
  /** The post whose text it is: extensions enhance it. */
  post?: StoreRecord<'posts'>
  /** A preview of a post: extensions enhance it, too. */
  isPreview?: boolean
}

type EnhanceModule = typeof import('./enhance-text.ts')

let enhanceModule: EnhanceModule | undefined
let enhanceLoading: Promise<EnhanceModule> | undefined

/** Renders the HTML of a post. */
export function Prose({ html, className, post, isPreview = false }: ProseProps): ReactNode {
  const app = useApp()
  const root = useRef<HTMLDivElement>(null)
  // Memoized: a new object makes React set the HTML again, which removes the enhancements.
  const isOfPost = post !== undefined || isPreview
  const shown = useMemo(
    () => addLocalizedTexts(isOfPost ? changed(html, post, app) : html, app),
    [html, post, isOfPost, app],
  )
  const content = useMemo(() => ({ __html: shown }), [shown])
  // Other changes of the post leave its text as it is.
  const begin = useEffectEvent((text: HTMLElement) =>
    enhance(text, app, isOfPost ? { app, post, isPreview } : undefined),
  )
  useLayoutEffect(() => {
    const isEmpty = content.__html === ''
    if (!import.meta.env.SSR && root.current !== null && !isEmpty) return begin(root.current)
  }, [content])
  return (
    <div ref={root} className={classNames('Prose', className)} dir="auto" dangerouslySetInnerHTML={content} />
  )
}

/** The HTML of a post with what extensions change in it. A failure is reported, and leaves it as it was. */
function changed(html: string, post: ProseProps['post'], app: App): string {
  return app.postHtml.reduce((text, { extension, value: change }) => {
    try {
      return change(text, post, app)
    } catch (error) {
      // Not while the page renders: the report may show an alert.
      queueMicrotask(() => app.reportFailure(extension, error))
      return text
    }
  }, html)
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
function enhance(root: HTMLElement, app: App, context: RenderedPost | undefined): () => void {
  if (enhanceModule !== undefined) return enhanceModule.enhanceText(root, app, context)
  let end: (() => void) | undefined
  let hasEnded = false
  enhanceLoading ??= app.connection.load(() => import('./enhance-text.ts'))
  enhanceLoading.then(
    (loaded) => {
      enhanceModule = loaded
      if (!hasEnded) end = loaded.enhanceText(root, app, context)
    },
    () => {
      // Posts are readable without enhancements. The next text tries again.
      enhanceLoading = undefined
    },
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
