import type { KeyboardEvent as ReactKeyEvent } from 'react'

/** Whether a key belongs to an input method. Safari ends a composition before the event of its last key. */
export function isComposing(event: KeyboardEvent | ReactKeyEvent): boolean {
  const native = 'nativeEvent' in event ? event.nativeEvent : event
  return native.isComposing || native.keyCode === 229
}
