import type { ReactNode } from 'react'
import { useT } from '../../points/app-context.ts'
import type { ErrorReport } from '../../store/api-error.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { DebugButton } from '../../ui/modals/DebugButton.tsx'

/** Errors of a form as a whole. Errors of fields are shown at the fields. */
export function FormError({ report }: { report: ErrorReport | undefined }): ReactNode {
  const t = useT()
  const fieldErrors = Object.values(report?.fields ?? {}).flatMap((text) => text.split('\n'))
  const lines = report?.lines.filter((line) => !fieldErrors.includes(line)) ?? []
  const text = report?.key === undefined ? lines.join('\n') : t(report.key)
  return (
    // The live region exists before the error, so that screen readers announce the error.
    <div role="alert">
      {text !== '' && (
        <Alert tone="danger" controls={<DebugButton failure={report?.failure} />}>
          {text}
        </Alert>
      )}
    </div>
  )
}
