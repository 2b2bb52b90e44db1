import { Component, type ReactNode, Suspense } from 'react'
import { useApp } from './app-context.ts'

interface FenceProps {
  /** Id of the extension, for the report. */
  extension: string
  children: ReactNode
}

/**
 * Keeps a failure inside one extension's part of the page. The pair catches on both sides: error boundaries do
 * nothing on the server, where React leaves a failed Suspense boundary to the browser.
 */
export function Fence({ extension, children }: FenceProps): ReactNode {
  const { reportFailure } = useApp()
  return (
    <ErrorBoundary onError={(error) => reportFailure(extension, error)} fallback={noFallback}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}

interface ErrorBoundaryProps {
  onError?: (error: unknown) => void
  fallback: (error: unknown) => ReactNode
  children: ReactNode
}

/** Draws something else in the place of children that fail. In the browser only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure?: { error: unknown } }> {
  override state: { failure?: { error: unknown } } = {}

  static getDerivedStateFromError(error: unknown): { failure: { error: unknown } } {
    return { failure: { error } }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error)
  }

  override render(): ReactNode {
    const { failure } = this.state
    return failure === undefined ? this.props.children : this.props.fallback(failure.error)
  }
}

function noFallback(): ReactNode {
  return null
}
