import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useApp } from '../../../points/app-context.ts'
import { composerPartsOf } from '../../../points/composer/composer-parts.ts'
import type { ComposerTarget } from '../../../points/composer/composer-target.ts'
import { uploadsOf } from '../uploads/uploads.ts'
import { runKey } from './commands.ts'
import { isComposing } from './is-composing.ts'
import { runHandlers } from './run-handlers.ts'
import type { TextareaHandle } from './textarea-handle.ts'

interface EditorEvents {
  field: RefObject<HTMLTextAreaElement | null>
  handle: RefObject<TextareaHandle | undefined>
  target: ComposerTarget
  /** Asked before all handlers. @returns whether the key is handled. */
  onKey: (event: KeyboardEvent) => boolean
}

/** Passes keys, pasted and dropped data of the field to extensions, and files to those that take them. */
export function useEditorEvents({ field, handle, target, onKey }: EditorEvents): void {
  const app = useApp()
  const parts = composerPartsOf(app)
  const context = () => {
    const editor = handle.current
    return editor && { app, target, editor }
  }
  const takeFiles = (files: FileList | undefined): boolean => {
    const uploads = uploadsOf(app)
    const handlers = uploads.handlersOf(target)
    if (files === undefined || files.length === 0 || handlers.length === 0) return false
    void uploads.add([...files], handlers)
    return true
  }
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const editing = context()
    if (editing === undefined || isComposing(event)) return
    const isHandled = onKey(event) || runHandlers(parts.keys, event, editing) || runKey(event, editing)
    if (isHandled) event.preventDefault()
  })
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const editing = context()
    const { clipboardData: data } = event
    if (editing === undefined || data === null) return
    // Word processors put a picture beside the text that was copied.
    const hasText = data.types.includes('text/plain')
    const isHandled = runHandlers(parts.paste, data, editing) || (!hasText && takeFiles(data.files))
    if (isHandled) event.preventDefault()
  })
  const handleDrop = useEffectEvent((event: DragEvent) => {
    const editing = context()
    const { dataTransfer: data } = event
    if (editing === undefined || data === null) return
    const isFile = data.types.includes('Files')
    if (isFile) placeCaret(event, editing.editor)
    if (runHandlers(parts.drop, data, editing) || takeFiles(data.files)) event.preventDefault()
  })
  const handleDragOver = useEffectEvent((event: DragEvent) => {
    const isFile = event.dataTransfer?.types.includes('Files') === true
    if (isFile && (parts.drop.length > 0 || uploadsOf(app).handlersOf(target).length > 0))
      event.preventDefault()
  })
  useEffect(() => {
    const element = field.current
    if (element === null) return
    const listeners = new AbortController()
    const { signal } = listeners
    element.addEventListener('keydown', handleKey, { signal })
    element.addEventListener('paste', handlePaste, { signal })
    element.addEventListener('drop', handleDrop, { signal })
    element.addEventListener('dragover', handleDragOver, { signal })
    return () => listeners.abort()
  }, [field])
}

/** Places the caret where something was dropped. Browsers without `caretPositionFromPoint` leave it where it is. */
function placeCaret({ clientX, clientY, target }: DragEvent, editor: TextareaHandle): void {
  const position = document.caretPositionFromPoint?.(clientX, clientY)
  if (position?.offsetNode === target && position !== null) editor.select(position.offset)
}
