import { type ReactNode, useState } from 'react'
import { useApp } from '../../../points/app-context.ts'
import { loadDocument } from '../../../store/resources.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import type { ControlProps } from '../control-props.ts'
import { editorsOf } from '../editors.ts'

/** A setting that is a picture: shown, replaced and removed at once. Its value is the picture's address. */
export function PictureInput({ setting, value, control }: ControlProps): ReactNode {
  const app = useApp()
  const { api, alerts, t } = app
  const { upload = '' } = setting.field
  const [isBusy, setIsBusy] = useState(false)
  const send = async (method: 'POST' | 'DELETE', body?: FormData) => {
    setIsBusy(true)
    try {
      await api.request(upload, { method, body })
      await editorsOf(app).opened(setting.page)?.reload()
      await loadDocument(app, '/')
    } catch (error) {
      alerts.showError(error)
    }
    setIsBusy(false)
  }
  const handleFile = (file: File | undefined) => {
    if (file === undefined) return
    const body = new FormData()
    body.append(upload.slice(1), file)
    void send('POST', body)
  }
  return (
    <div className="PictureInput" aria-busy={isBusy || undefined}>
      {value !== '' && <img className="PictureInput-picture" src={value} alt="" />}
      <input
        {...control}
        className="PictureInput-file"
        type="file"
        accept="image/*"
        disabled={isBusy}
        onChange={(event) => handleFile(event.currentTarget.files?.[0])}
      />
      {value !== '' && (
        <Button isSmall variant="outline" isLoading={isBusy} onClick={() => void send('DELETE')}>
          {t('core.admin.upload_image.remove_button')}
        </Button>
      )}
    </div>
  )
}
