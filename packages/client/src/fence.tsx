import { Component, type ErrorInfo, type ReactNode, Suspense } from 'react'
import { AppContext } from './app-context.ts'

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
  return (
    <ErrorBoundary extension={extension}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}

class ErrorBoundary extends Component<FenceProps, { hasFailed: boolean }> {
  static override contextType = AppContext
  declare context: React.ContextType<typeof AppContext>
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown, _info: ErrorInfo): void {
    this.context?.reportFailure(this.props.extension, error)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children
  }
}
