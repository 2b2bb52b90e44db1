import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useObservable } from '../../../base/use-observable.ts'
import { useApp } from '../../../points/app-context.ts'
import { ErrorBoundary } from '../../../points/error-boundary.tsx'
import { Prose } from '../../../ui/prose/Prose.tsx'
import { MissingFacts } from './missing-facts.ts'
import { loadReplacements, previewHtml } from './post-markup.ts'
import { scrollForCaret } from './preview-scroll.ts'

// Keyboards can scroll an element only if it is focusable.
const scrollable = { tabIndex: 0 } as const

/** Milliseconds between two renderings, as specified. */
const refreshInterval = 50

interface ComposerPreviewProps {
  source: string
  /** The field that the source is written in. */
  text: RefObject<HTMLTextAreaElement | null>
}

/** The preview of the text, made by the renderer that the server uses too. It shows the place that is being written. */
export function ComposerPreview({ source, text }: ComposerPreviewProps): ReactNode {
  const app = useApp()
  const { t } = app
  const throttled = useThrottled(source, refreshInterval)
  const preview = useRef<HTMLElement>(null)
  useFollowing(preview, text, throttled)
  return (
    <section
      {...scrollable}
      ref={preview}
      className="Composer-preview"
      aria-label={t('core.forum.composer.preview_tooltip')}
    >
      {throttled.trim() === '' ? (
        <p className="Muted">{t('core.forum.composer.preview_empty_text')}</p>
      ) : (
        <ErrorBoundary
          subject={throttled}
          fallback={() => <p className="Muted">{t('core.lib.error.render_failed_message')}</p>}
        >
          <RenderedSource source={throttled} />
        </ErrorBoundary>
      )}
    </section>
  )
}

function RenderedSource({ source }: { source: string }): ReactNode {
  const app = useApp()
  const facts = useMemo(() => new MissingFacts(app), [app])
  const arrived = useObservable(facts)
  useEffect(() => {
    void facts.wait(loadReplacements(app))
    return () => facts.dispose()
  }, [app, facts])
  const { html, missing } = useMemo(() => {
    // Rendered again when facts have arrived.
    void arrived
    const missing: Parameters<NonNullable<Parameters<typeof previewHtml>[2]>>[] = []
    return { html: previewHtml(app, source, (...lacking) => missing.push(lacking)), missing }
  }, [app, source, arrived])
  useEffect(() => facts.request(missing), [facts, missing])
  return <Prose html={html} isPreview />
}

/** Scrolls the preview to the caret's place after each rendering, and when the caret moves or the preview appears. */
function useFollowing(
  preview: RefObject<HTMLElement | null>,
  text: RefObject<HTMLTextAreaElement | null>,
  rendered: string,
): void {
  useLayoutEffect(() => {
    const [page, field] = [preview.current, text.current]
    if (page === null || field === null) return
    const follow = () => {
      const { selectionEnd, value } = field
      if (rendered === value) page.scrollTop = scrollForCaret(page, selectionEnd / Math.max(1, value.length))
    }
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(page)
    field.addEventListener('selectionchange', follow)
    return () => {
      observer.disconnect()
      field.removeEventListener('selectionchange', follow)
    }
  }, [preview, text, rendered])
}

/** Throttles a value: updates at most once per `interval` milliseconds. */
function useThrottled<T>(value: T, interval: number): T {
  const [throttled, setThrottled] = useState(value)
  const latest = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    latest.current = value
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      setThrottled(latest.current)
    }, interval)
  }, [value, interval])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return throttled
}
