import type { Composer } from '../../base/composer/composer.ts'
import type { ComposerState } from '../../base/composer/composer-model.ts'
import { useObservable } from '../../base/use-observable.ts'
import { useApp } from '../../points/app-context.ts'

/** The composer and its state; changes rerender the component. */
export function useComposer(): { composer: Composer; state: ComposerState } {
  const { composer } = useApp()
  return { composer, state: useObservable(composer) }
}
