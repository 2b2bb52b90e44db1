import { type DragEvent, useState } from 'react'

/** Takes files that are dropped on an element; text and links are not taken. Nothing is, without `onFiles`. */
export function useDropArea(onFiles: ((files: readonly File[]) => void) | undefined) {
  const [isOver, setIsOver] = useState(false)
  if (!onFiles) return { isOver: false, handlers: {} }
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent<HTMLElement>) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
    },
    onDrop(event: DragEvent) {
      setIsOver(false)
      const files = [...event.dataTransfer.files]
      if (files.length === 0) return
      event.preventDefault()
      onFiles(files)
    },
  }
  return { isOver, handlers }
}
