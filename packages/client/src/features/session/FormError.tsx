import type { ReactNode } from 'react'
import { useT } from '../../base/app-context.ts'
import type { ErrorReport } from '../../store/api-error.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { DebugButton } from '../../ui/modals/DebugButton.tsx'

/** What is wrong with a form as a whole. What is wrong with a field stands at the field. */
export function FormError({ report }: { report: ErrorReport | undefined }): ReactNode {
  const t = useT()
  const atFields = Object.values(report?.fields ?? {}).flatMap((text) => text.split('\n'))
  const lines = report?.lines.filter((line) => !atFields.includes(line)) ?? []
  const text = report?.key === undefined ? lines.join('\n') : t(report.key)
  return (
    // There before the error is, so that it is read out when it comes.
    <div role="alert">
      {text !== '' && (
        <Alert tone="danger" controls={<DebugButton failure={report?.failure} />}>
          {text}
        </Alert>
      )}
    </div>
  )
}
