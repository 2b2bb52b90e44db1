import { describeError, Icon, Modal, type ModalProps, useApp } from '@parley/client'
import { FileButton } from '@parley/client/admin'
import { type ReactNode, useState } from 'react'

/** What the server says about a file (api-extensions 16). */
interface Inspection {
  laravel_validation: boolean
  laravel_validation_error?: string
  mime_detector?: string
  guessed_extension?: string
}

interface Inspected {
  name: string
  found?: Inspection
  /** Why the server said nothing. */
  error?: string
}

/** Says what the forum makes of a file, which is not stored. */
export function InspectModal({ close }: ModalProps): ReactNode {
  const { api, forum, t } = useApp()
  const [isBusy, setIsBusy] = useState(false)
  const [inspected, setInspected] = useState<Inspected>()
  const inspect = async (file: File) => {
    setIsBusy(true)
    const form = new FormData()
    form.append('files[]', file)
    try {
      const found = await api.request<Inspection>('/fof/upload/inspect-mime', { method: 'POST', body: form })
      setInspected({ name: file.name, found })
    } catch (error) {
      const { key, lines } = describeError(error, forum.baseOrigin)
      setInspected({ name: file.name, error: key === undefined ? lines.join(' ') : t(key) })
    }
    setIsBusy(false)
  }
  return (
    <Modal title={t('upload.admin.inspect-mime.title')} close={close}>
      <div className="UploadInspection">
        <p>{t('upload.admin.inspect-mime.description')}</p>
        <div>
          <FileButton
            icon="attach"
            isLoading={isBusy}
            label={t('upload.admin.inspect-mime.select')}
            onFile={(file) => void inspect(file)}
          >
            {t('upload.admin.inspect-mime.select')}
          </FileButton>
        </div>
        <div aria-live="polite">
          {inspected === undefined ? (
            <p className="Muted">{t('upload.admin.inspect-mime.no-file-selected')}</p>
          ) : (
            <Result {...inspected} />
          )}
        </div>
      </div>
    </Modal>
  )
}

function Result({ name, found, error }: Inspected): ReactNode {
  const { t } = useApp()
  if (found === undefined) return <p className="Field-error">{error}</p>
  const unknown = t('upload.admin.inspect-mime.not-available')
  return (
    <dl>
      <div>
        <dt>{t('upload.admin.inspect-mime.file')}</dt>
        <dd>
          <bdi>{name}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('upload.admin.inspect-mime.laravel-validation')}</dt>
        <dd>
          {found.laravel_validation ? (
            <>
              <Icon name="check" isSmall /> {t('upload.admin.inspect-mime.validation-passed')}
            </>
          ) : (
            <>
              {t('upload.admin.inspect-mime.validation-failed')}{' '}
              <span className="Field-error">{found.laravel_validation_error}</span>
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('upload.admin.inspect-mime.mime-detector')}</dt>
        <dd>{found.mime_detector === undefined ? unknown : <code dir="ltr">{found.mime_detector}</code>}</dd>
      </div>
      <div>
        <dt>{t('upload.admin.inspect-mime.guessed-extension')}</dt>
        <dd>
          {found.guessed_extension === undefined ? unknown : <code dir="ltr">{found.guessed_extension}</code>}
        </dd>
      </div>
    </dl>
  )
}
