import { type ReactNode, useRef, useState } from 'react'
import type { SettingFieldProps, SettingInfo } from '../../../points/admin/setting-fields.ts'
import { useApp } from '../../../points/app-context.ts'
import { describeError } from '../../../store/api-error.ts'
import { loadDocument } from '../../../store/resources.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useDrop } from '../../../ui/use-drop.ts'
import { editorsOf } from '../editors.ts'
import { FileButton } from './FileButton.tsx'

/** A setting that is a picture: shown, replaced and removed at once. Its value is the picture's address. */
export function PictureInput({ setting, value, control: { id, ...control } }: SettingFieldProps): ReactNode {
  const { t } = useApp()
  const { isBusy, put, remove } = usePicture(setting)
  const { isDropping, ...dropping } = useDrop((file) => void put(file))
  const chooser = useRef<HTMLButtonElement>(null)
  const chooseText = t(`core.admin.upload_image.${value === '' ? 'choose' : 'replace'}_button`)
  const handleRemove = async () => {
    await remove()
    // The other button is gone.
    chooser.current?.focus()
  }
  return (
    <div
      className={classNames('PictureInput', isDropping && 'is-dropping')}
      aria-busy={isBusy || undefined}
      {...dropping}
    >
      {value !== '' && <img className="PictureInput-picture" src={value} alt="" />}
      <div className="PictureInput-buttons">
        <FileButton
          ref={chooser}
          id={id}
          aria-describedby={control['aria-describedby']}
          aria-label={`${chooseText}: ${setting.label}`}
          icon="image"
          isLoading={isBusy}
          accept="image/*"
          label={setting.label}
          onFile={(file) => void put(file)}
        >
          {chooseText}
        </FileButton>
        {value === '' ? (
          <span className="PictureInput-drop Muted">{t('core.admin.upload_image.drop_text')}</span>
        ) : (
          <Button
            aria-label={`${t('core.admin.upload_image.remove_button')}: ${setting.label}`}
            icon="trash"
            variant="quiet"
            isDisabled={isBusy}
            onClick={() => void handleRemove()}
          >
            {t('core.admin.upload_image.remove_button')}
          </Button>
        )}
      </div>
    </div>
  )
}

function usePicture({ key, page, field }: SettingInfo) {
  const app = useApp()
  const [isBusy, setIsBusy] = useState(false)
  const path = field.upload ?? `/admin/settings/${encodeURIComponent(key)}/picture`
  const send = async (method: 'POST' | 'DELETE', body?: FormData) => {
    if (isBusy) return
    // A message about an earlier file must not stand beside this one.
    const editor = editorsOf(app).opened(page)
    editor?.showProblem(key, undefined)
    setIsBusy(true)
    try {
      await app.api.request(path, { method, body })
      // The new picture shows last: then the buttons work again.
      await loadDocument(app, '/').finally(() => editor?.reload())
    } catch (error) {
      const { firstField, lines } = describeError(error, app.forum.baseOrigin)
      if (firstField === undefined) app.alerts.showError(error)
      else editor?.showProblem(key, lines.join('\n'))
    }
    setIsBusy(false)
  }
  const put = (file: File) => {
    const body = new FormData()
    body.append(field.formField ?? path.slice(path.lastIndexOf('/') + 1), file)
    return send('POST', body)
  }
  return { isBusy, put, remove: () => send('DELETE') }
}
