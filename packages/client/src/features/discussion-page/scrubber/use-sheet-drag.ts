import type { PointerEvent, RefObject } from 'react'

/** Pixels by which a sheet must be pulled down to close. */
const closeDistance = 72

/** Closes a sheet that is pulled down by its header. */
export function useSheetDrag(sheet: RefObject<HTMLElement | null>): {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
} {
  return {
    onPointerDown(event) {
      const pulled = sheet.current
      const isOnButton = event.target instanceof Element && event.target.closest('button') !== null
      if (pulled === null || event.button !== 0 || isOnButton) return
      const header = event.currentTarget
      const start = event.clientY
      let distance = 0
      const move = (moving: globalThis.PointerEvent) => {
        distance = Math.max(0, moving.clientY - start)
        pulled.style.translate = `0 ${distance}px`
      }
      const release = (ended: Event) => {
        header.removeEventListener('pointermove', move)
        header.removeEventListener('pointerup', release)
        header.removeEventListener('pointercancel', release)
        pulled.style.translate = ''
        if (ended.type === 'pointerup' && distance > closeDistance) pulled.hidePopover()
      }
      header.setPointerCapture(event.pointerId)
      header.addEventListener('pointermove', move)
      header.addEventListener('pointerup', release)
      header.addEventListener('pointercancel', release)
    },
  }
}
