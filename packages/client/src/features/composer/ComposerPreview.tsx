import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useApp } from '../../points/app-context.ts'
import { ErrorBoundary } from '../../points/error-boundary.tsx'
import { Prose } from '../../ui/prose/Prose.tsx'
import { previewHtml } from './post-markup.ts'

// Keyboards can scroll an element only if it is focusable.
const scrollable = { tabIndex: 0 } as const

/** Milliseconds between two renderings, as specified. */
const refreshInterval = 50

/** The preview of the text, made by the renderer that the server uses too. */
export function ComposerPreview({ source }: { source: string }): ReactNode {
  const app = useApp()
  const { t } = app
  const throttled = useThrottled(source, refreshInterval)
  return (
    <section
      {...scrollable}
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
  return <Prose html={previewHtml(useApp(), source)} />
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
