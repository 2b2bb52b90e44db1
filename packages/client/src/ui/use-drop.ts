import { type DragEvent, useState } from 'react'

/** Accepts files that are dropped on an element. */
export function useDrop(onDrop: (file: File) => void) {
  const [isDropping, setIsDropping] = useState(false)
  return {
    isDropping,
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setIsDropping(true)
    },
    onDragLeave: () => setIsDropping(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setIsDropping(false)
      const [file] = event.dataTransfer.files
      if (file) onDrop(file)
    },
  }
}
