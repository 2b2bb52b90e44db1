import { Component, type ReactNode, Suspense } from 'react'
import { useApp } from './app-context.ts'

interface ExtensionErrorBoundaryProps {
  /** Id of the extension, for the report. */
  extension: string
  /** Stands in place of the part that failed; by default nothing. */
  fallback?: ReactNode
  children: ReactNode
}

/**
 * Contains an error inside one extension's part of the page. The error boundary works in the browser only; on the
 * server React leaves a failed Suspense boundary to the browser.
 */
export function ExtensionErrorBoundary({
  extension,
  fallback = null,
  children,
}: ExtensionErrorBoundaryProps): ReactNode {
  const { reportFailure } = useApp()
  return (
    <ErrorBoundary onError={(error) => reportFailure(extension, error)} fallback={() => fallback}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** Wraps an extension's component in its error boundary. */
export function withErrorBoundary<P extends object>(
  extension: string,
  Component: (props: P) => ReactNode,
): (props: P) => ReactNode {
  return (props) => (
    <ExtensionErrorBoundary extension={extension}>
      <Component {...props} />
    </ExtensionErrorBoundary>
  )
}

interface ErrorBoundaryProps {
  /** What the children show: a new subject renders them again after an error. */
  subject?: unknown
  onError?: (error: unknown) => void
  fallback: (error: unknown) => ReactNode
  children: ReactNode
}

interface ErrorBoundaryState {
  failure?: { error: unknown } | undefined
  subject: unknown
}

/** Renders a fallback in place of children that throw. Works in the browser only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { subject: this.props.subject }

  static getDerivedStateFromError(error: unknown): Pick<ErrorBoundaryState, 'failure'> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps(
    { subject }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return subject === state.subject ? null : { subject, failure: undefined }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error)
  }

  override render(): ReactNode {
    const { failure } = this.state
    return failure === undefined ? this.props.children : this.props.fallback(failure.error)
  }
}
