import type { ReactNode } from 'react'
import { useObservable } from '../../../base/use-observable.ts'
import { useApp } from '../../../points/app-context.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { type Upload, uploadsOf } from './uploads.ts'

/** The files that are being stored, and those that could not be. */
export function UploadList(): ReactNode {
  const app = useApp()
  const uploads = useObservable(uploadsOf(app))
  const { t } = app
  return (
    <>
      <span className="VisuallyHidden" aria-live="polite">
        {uploads.length > 0 && t('core.forum.composer.uploads_text', { count: uploads.length })}
      </span>
      {uploads.length > 0 && (
        <ul className="Composer-uploads" aria-label={t('core.forum.composer.uploads_label')}>
          {uploads.map((upload) => (
            <UploadRow key={upload.placeholder} upload={upload} />
          ))}
        </ul>
      )}
    </>
  )
}

function UploadRow({ upload }: { upload: Upload }): ReactNode {
  const { t } = useApp()
  const { name, progress, error } = upload
  return (
    <li className="Composer-upload">
      <span className="Composer-uploadName" dir="auto">
        {name}
      </span>
      {error === undefined ? (
        <progress value={progress} aria-label={name} />
      ) : (
        <>
          <span className="Composer-uploadError" role="alert">
            {error}
          </span>
          <Button icon="refresh" variant="quiet" isIconOnly isSmall onClick={upload.retry}>
            {t('core.forum.composer.upload_retry_button', { name })}
          </Button>
        </>
      )}
      <Button icon="close" variant="quiet" isIconOnly isSmall onClick={upload.cancel}>
        {t('core.forum.composer.upload_cancel_button', { name })}
      </Button>
    </li>
  )
}
