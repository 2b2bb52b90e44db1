import { Prose, useApp } from '@parley/client'
import { type ReactNode, useEffect, useState } from 'react'

/** Milliseconds without another key before the server is asked. */
const delay = 400

/** How a page in HTML will look: the server cleans it, as it does for readers. */
export function HtmlPreview({ source }: { source: string }): ReactNode {
  const { api, t } = useApp()
  const [html, setHtml] = useState<string>()
  const [hasFailed, setHasFailed] = useState(false)
  const isEmpty = source.trim() === ''
  useEffect(() => {
    if (isEmpty) return
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(async () => {
      try {
        const options = { method: 'POST', body: { content: source }, signal, isBackground: true } as const
        const answer = await api.request<{ html: string }>('/pages/preview', options)
        setHtml(answer.html)
        setHasFailed(false)
      } catch {
        // The former one stays in view; the next key asks again.
        if (!signal.aborted) setHasFailed(true)
      }
    }, delay)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [api, source, isEmpty])
  return (
    // Keyboards can scroll it only if it is focusable.
    <section
      {...scrollable}
      className="Composer-preview"
      aria-label={t('core.forum.composer.preview_tooltip')}
    >
      {hasFailed && <p className="Muted">{t('pages.admin.edit_page.preview_failed_message')}</p>}
      {isEmpty || html === undefined ? (
        <p className="Muted">{t('core.forum.composer.preview_empty_text')}</p>
      ) : (
        <Prose html={html} />
      )}
    </section>
  )
}

const scrollable = { tabIndex: 0 } as const
