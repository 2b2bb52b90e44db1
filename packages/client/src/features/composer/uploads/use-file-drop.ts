import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useApp } from '../../../points/app-context.ts'
import { uploadsOf } from './uploads.ts'

/**
 * Takes files that are dropped anywhere on the composer, and keeps those that are dropped beside it from being opened in
 * place of the page.
 * @returns whether files are dragged over the composer, which takes them.
 */
export function useFileDrop(section: RefObject<HTMLElement | null>): boolean {
  const app = useApp()
  const [isOver, setIsOver] = useState(false)
  /** The handlers for files that are dropped at the place of an event. */
  const handlersAt = ({ target: place }: DragEvent) => {
    const { isSending, target } = app.composer.state
    const isInside = place instanceof Node && section.current?.contains(place)
    return isInside && target !== undefined && !isSending ? uploadsOf(app).handlersOf(target) : []
  }
  const handleDragOver = useEffectEvent((event: DragEvent) => {
    if (!bringsFiles(event)) return
    const isTaken = handlersAt(event).length > 0
    setIsOver(isTaken)
    if (event.defaultPrevented) return
    event.preventDefault()
    if (!isTaken && event.dataTransfer) event.dataTransfer.dropEffect = 'none'
  })
  const handleDragLeave = useEffectEvent(({ relatedTarget }: DragEvent) => {
    const isInside = relatedTarget instanceof Node && section.current?.contains(relatedTarget)
    if (!isInside) setIsOver(false)
  })
  const handleDrop = useEffectEvent((event: DragEvent) => {
    setIsOver(false)
    if (!bringsFiles(event) || event.defaultPrevented) return
    event.preventDefault()
    const handlers = handlersAt(event)
    const files = [...(event.dataTransfer?.files ?? [])]
    if (handlers.length > 0 && files.length > 0) void uploadsOf(app).add(files, handlers)
  })
  // A pointer that drags has no such events: the drag has ended somewhere else.
  const handlePointerMove = useEffectEvent(() => setIsOver(false))
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isOver || event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    setIsOver(false)
  })
  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    window.addEventListener('dragover', handleDragOver, { signal })
    window.addEventListener('dragleave', handleDragLeave, { signal })
    window.addEventListener('drop', handleDrop, { signal })
    window.addEventListener('pointermove', handlePointerMove, { signal })
    // Before the composer, which Escape minimizes.
    window.addEventListener('keydown', handleKeyDown, { signal, capture: true })
    return () => listeners.abort()
  }, [])
  return isOver
}

/** Whether an event brings files to a place that does not take them itself. */
function bringsFiles({ dataTransfer, target }: DragEvent): boolean {
  const isField = target instanceof HTMLInputElement && target.type === 'file'
  return dataTransfer?.types.includes('Files') === true && !isField
}
