import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { useT } from '../../../points/app-context.ts'
import type { ComposerHeight } from './use-composer-height.ts'

/** Pixels per press of an arrow key. */
const step = 24

/** The upper edge of the composer: drag it, or move it with the arrow keys. */
export function ResizeHandle({ height }: { height: ComposerHeight }): ReactNode {
  const t = useT()
  const handlePointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    const handle = event.currentTarget
    const start = event.clientY + height.value - window.innerHeight
    const move = (moved: globalThis.PointerEvent) => height.set(window.innerHeight - moved.clientY + start)
    handle.setPointerCapture(event.pointerId)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    })
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowUp: height.value + step,
      ArrowDown: height.value - step,
      Home: height.min,
      End: height.max,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    height.set(to)
  }
  return (
    <hr
      className="Composer-handle u-wide"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={t('core.forum.composer.resize_label')}
      aria-valuemin={height.min}
      aria-valuemax={height.max}
      aria-valuenow={height.value}
      onPointerDown={handlePointerDown}
      onKeyDown={handleKeyDown}
    />
  )
}
