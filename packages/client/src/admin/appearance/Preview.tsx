import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { type AppearanceValues, applyAppearance } from './apply-appearance.ts'

/** Widths of the page in the preview, in CSS pixels. */
const widths = { desktop: 1100, phone: 390 } as const

type Size = keyof typeof widths

/** The forum's first page with the values of the form. It cannot be used: its links lead nowhere. */
export function Preview({ values }: { values: AppearanceValues }): ReactNode {
  const { t, href } = useApp()
  const [size, setSize] = useState<Size>('desktop')
  const frame = useRef<HTMLIFrameElement>(null)
  const [loads, setLoads] = useState(0)
  // The server's page has no frame: its forum would load before the form.
  const [isShown, setIsShown] = useState(false)
  useEffect(() => setIsShown(true), [])
  const { box, scale } = useScale(widths[size])
  useEffect(() => {
    const view = frame.current?.contentWindow
    if (loads === 0 || !view) return
    // Until then its elements must stay as the server wrote them.
    const waiting = setInterval(() => {
      if (!isHydrated(view)) return
      clearInterval(waiting)
      applyAppearance(view.document, values)
    }, 50)
    return () => clearInterval(waiting)
  }, [values, loads])
  return (
    <section className="AppearancePreview" aria-label={t('core.admin.appearance.preview_label')}>
      <div className="AppearancePreview-sizes">
        {(['desktop', 'phone'] as const).map((name) => (
          <Button
            key={name}
            isSmall
            variant={size === name ? 'outline' : undefined}
            aria-pressed={size === name}
            onClick={() => setSize(name)}
          >
            {t(`core.admin.appearance.preview_${name}_button`)}
          </Button>
        ))}
      </div>
      <div ref={box} className="AppearancePreview-box" data-size={size}>
        {isShown && (
          <iframe
            // Uploaded pictures are stored at once: the page is loaded again, with the new ones.
            key={`${values.logo_path} ${values.favicon_path}`}
            ref={frame}
            title={t('core.admin.appearance.preview_label')}
            src={href('/')}
            inert
            loading="lazy"
            style={{ inlineSize: widths[size], scale }}
            onLoad={() => setLoads((count) => count + 1)}
          />
        )}
      </div>
    </section>
  )
}

/** Whether a page of the forum is hydrated: the client then removes the variable of its early script. */
function isHydrated(view: Window & { earlyClick?: unknown }): boolean {
  return view.earlyClick === undefined && view.document.readyState === 'complete'
}

/** How much smaller a page of this width must be to fit into its box; never larger. */
function useScale(width: number) {
  const box = useRef<HTMLDivElement>(null)
  const [available, setAvailable] = useState<number>(width)
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setAvailable(entry.contentRect.width)
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return { box, scale: Math.min(1, available / width) }
}
