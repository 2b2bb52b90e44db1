import { Button, useApp } from '@parley/client'
import type { ReactNode } from 'react'
import type { SentFile, useUploads } from './use-uploads.ts'

/** The files that are being stored, and those that could not be, with a button to cancel and one to try again. */
export function UploadRows({ uploads }: { uploads: ReturnType<typeof useUploads> }): ReactNode {
  if (uploads.sent.length === 0) return null
  return (
    <ul className="UploadRows">
      {uploads.sent.map((sent) => (
        <UploadRow
          key={sent.key}
          sent={sent}
          onRetry={() => uploads.retry(sent)}
          onCancel={() => uploads.cancel(sent.key)}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  sent: SentFile
  onRetry: () => void
  onCancel: () => void
}

function UploadRow({ sent: { file, progress, error }, onRetry, onCancel }: RowProps): ReactNode {
  const { t } = useApp()
  const { name } = file
  return (
    <li className="UploadRow">
      <span className="UploadRow-name" dir="auto">
        {name}
      </span>
      {error === undefined ? (
        <progress value={progress} aria-label={name} />
      ) : (
        <>
          <span className="UploadRow-error" role="alert">
            {error}
          </span>
          <Button icon="refresh" variant="quiet" isIconOnly isSmall onClick={onRetry}>
            {t('core.forum.composer.upload_retry_button', { name })}
          </Button>
        </>
      )}
      <Button icon="close" variant="quiet" isIconOnly isSmall onClick={onCancel}>
        {t('core.forum.composer.upload_cancel_button', { name })}
      </Button>
    </li>
  )
}
