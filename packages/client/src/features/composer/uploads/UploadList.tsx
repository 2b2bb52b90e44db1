import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useId } from 'react'
import { useObservable } from '../../../base/use-observable.ts'
import { useApp } from '../../../points/app-context.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { isComposing } from '../editor/is-composing.ts'
import { useComposer } from '../use-composer.ts'
import { isRunning, type StoredUpload, type Upload, uploadsOf } from './uploads.ts'

/** The longest description, in characters. */
const longest = 500

/** The files that are being stored, those that could not be, and those that can be described. */
export function UploadList(): ReactNode {
  const app = useApp()
  const uploads = useObservable(uploadsOf(app))
  const { storedCount } = uploadsOf(app)
  const { t } = app
  const running = uploads.filter(isRunning).length
  return (
    <>
      <span className="VisuallyHidden" aria-live="polite">
        {running > 0 && t('core.forum.composer.uploads_text', { count: running })}
        {running === 0 &&
          storedCount > 0 &&
          t('core.forum.composer.uploads_stored_text', { count: storedCount })}
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
  const { composer, t } = useApp()
  const { name, isWaiting, progress, error, stored, retry, cancel } = upload
  const id = useId()
  const handleCancel = ({ detail }: MouseEvent) => {
    cancel()
    // The button is gone. A tap should not open the keyboard of a phone.
    if (detail === 0) composer.editor?.focus()
  }
  return (
    <li className="Composer-upload">
      <span className="Composer-uploadName" dir="auto" id={id}>
        {name}
      </span>
      {isWaiting && (
        <span className="Composer-uploadState">{t('core.forum.composer.upload_waiting_text')}</span>
      )}
      {isRunning(upload) && !isWaiting && <progress value={progress} aria-labelledby={id} />}
      {error !== undefined && (
        <>
          <span className="Composer-uploadError" role="alert">
            {error}
          </span>
          <Button icon="refresh" variant="quiet" isIconOnly isSmall onClick={retry}>
            {t('core.forum.composer.upload_retry_button', { name })}
          </Button>
        </>
      )}
      {stored !== undefined && (
        <span className="Composer-uploadState">
          <Icon name="check" isSmall />
          {t('core.forum.composer.upload_stored_text')}
        </span>
      )}
      <Button icon="close" variant="quiet" isIconOnly isSmall onClick={handleCancel}>
        {stored === undefined
          ? t('core.forum.composer.upload_cancel_button', { name })
          : t('core.forum.composer.upload_dismiss_button', { name })}
      </Button>
      {stored !== undefined && <DescriptionField stored={stored} nameId={id} />}
    </li>
  )
}

interface DescriptionFieldProps {
  stored: StoredUpload
  /** Id of the element with the name of the file. */
  nameId: string
}

/**
 * Describes a stored file, while it stands in the text. The text gets what is typed when the writer leaves the field: an
 * edit that can be undone needs the focus.
 */
function DescriptionField({ stored, nameId }: DescriptionFieldProps): ReactNode {
  const { t } = useApp()
  const { state } = useComposer()
  const id = useId()
  const { description, sources, type, apply } = stored
  const applyLast = useEffectEvent(() => void apply())
  useEffect(() => {
    const handleEnd = () => applyLast()
    window.addEventListener('pagehide', handleEnd)
    return () => {
      window.removeEventListener('pagehide', handleEnd)
      // The composer is minimized.
      handleEnd()
    }
  }, [])
  if (!sources.some((source) => state.fields.content.includes(source))) return null
  return (
    <span className="Composer-uploadDescription">
      <label id={`${id}-label`} htmlFor={id}>
        {t('core.forum.composer.upload_describe_label')}
      </label>
      <input
        id={id}
        className="Input"
        aria-labelledby={`${id}-label ${nameId}`}
        dir="auto"
        maxLength={longest}
        readOnly={state.isSending}
        value={description}
        onChange={(event) => type(event.target.value)}
        // The next element has the focus by then.
        onBlur={() => setTimeout(() => void apply())}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || isComposing(event)) return
          event.preventDefault()
          void apply()
        }}
      />
    </span>
  )
}
