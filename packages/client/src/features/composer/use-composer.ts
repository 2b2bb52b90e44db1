import { useSyncExternalStore } from 'react'
import { useApp } from '../../base/app-context.ts'
import type { Composer, ComposerState } from '../../base/composer/composer.ts'

/** The composer and its state; changes rerender the component. */
export function useComposer(): { composer: Composer; state: ComposerState } {
  const { composer } = useApp()
  const read = () => composer.state
  return { composer, state: useSyncExternalStore(composer.subscribe, read, read) }
}
