import type { ReactNode } from 'react'
import { useComposer } from './use-composer.ts'

/** Where the composer appears once it is opened. */
export function ComposerHost(): ReactNode {
  const { View, position } = useComposer().state
  return View === undefined || position === 'hidden' ? null : <View />
}
