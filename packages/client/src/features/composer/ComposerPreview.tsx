import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useApp } from '../../base/app-context.ts'
import { ErrorBoundary } from '../../base/points/error-boundary.tsx'
import { Prose } from '../../ui/prose/Prose.tsx'
import { previewHtml } from './post-markup.ts'

// What scrolls must be reachable by keyboard.
const scrollable = { tabIndex: 0 } as const

/** Milliseconds between two drawings, as the specification has it. */
const REFRESH_INTERVAL = 50

/** What the text will look like, drawn by the renderer that the server uses too. */
export function ComposerPreview({ source }: { source: string }): ReactNode {
  const app = useApp()
  const { t } = app
  const shown = useThrottled(source, REFRESH_INTERVAL)
  return (
    <section
      {...scrollable}
      className="Composer-preview"
      aria-label={t('core.forum.composer.preview_tooltip')}
    >
      {shown.trim() === '' ? (
        <p className="Muted">{t('core.forum.composer.preview_empty_text')}</p>
      ) : (
        <ErrorBoundary
          subject={shown}
          fallback={() => <p className="Muted">{t('core.lib.error.render_failed_message')}</p>}
        >
          <Result source={shown} />
        </ErrorBoundary>
      )}
    </section>
  )
}

function Result({ source }: { source: string }): ReactNode {
  return <Prose html={previewHtml(useApp(), source)} />
}

/** The value as it was at most `interval` milliseconds ago. */
function useThrottled<T>(value: T, interval: number): T {
  const [shown, setShown] = useState(value)
  const latest = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    latest.current = value
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      setShown(latest.current)
    }, interval)
  }, [value, interval])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return shown
}
