import { type ReactNode, useEffect } from 'react'
import { useApp } from '../../points/app-context.ts'
import { ErrorBoundary } from '../../points/error-boundary.tsx'
import { useQueuedTexts } from './sending/use-queued-texts.ts'
import { useComposer } from './use-composer.ts'
import { useUnload } from './window/use-unload.ts'

/** Renders the composer while it is open. */
export function ComposerHost(): ReactNode {
  const { alerts } = useApp()
  const { composer, state } = useComposer()
  const { View, position, target } = state
  useEffect(() => void composer.restore(), [composer])
  useQueuedTexts()
  useUnload()
  if (View === undefined || position === 'hidden') return null
  return (
    // An error in the composer leaves the page usable, and the draft stays stored.
    <ErrorBoundary subject={target} onError={(error) => alerts.showError(error)} fallback={() => null}>
      <View />
    </ErrorBoundary>
  )
}
