import { type ReactNode, useEffect } from 'react'
import { useApp } from '../../base/app-context.ts'
import { ErrorBoundary } from '../../base/points/error-boundary.tsx'
import { useComposer } from './use-composer.ts'

/** Where the composer appears once it is opened. */
export function ComposerHost(): ReactNode {
  const { alerts } = useApp()
  const { composer, state } = useComposer()
  const { View, position, target } = state
  useEffect(() => void composer.restore(), [composer])
  if (View === undefined || position === 'hidden') return null
  return (
    // The page goes on without it; what was written is kept.
    <ErrorBoundary subject={target} onError={(error) => alerts.showError(error)} fallback={() => null}>
      <View />
    </ErrorBoundary>
  )
}
