import { alertOnError, Button, loadDocument, useApp, useForum } from '@parley/client'
import { AdminPageSection, FileButton } from '@parley/client/admin'
import { type ReactNode, useState } from 'react'
import { iconSizes } from '../shared.ts'
import { squareOf } from './square-of.ts'

/** Makes the icons of all sizes from one picture: a file, or the logo of the forum. */
export function AllIcons(): ReactNode {
  const app = useApp()
  const { t, alerts, api, router } = app
  const { logoUrl } = useForum()
  const [isBusy, setIsBusy] = useState(false)
  const make = async (read: () => Blob | Promise<Blob>) => {
    setIsBusy(true)
    await alertOnError(app, async () => {
      const icon = await squareOf(await read())
      if (icon === undefined) {
        alerts.show(t('pwa.admin.icons.unreadable_message'), { tone: 'danger' })
        return
      }
      for (const size of iconSizes) {
        const body = new FormData()
        body.append(`pwa-icon-${size}x${size}`, icon, 'icon.png')
        await api.request(`/pwa/logo/${size}`, { method: 'POST', body })
      }
      await Promise.all([loadDocument(app, '/'), router.reload(false)])
      alerts.show(t('pwa.admin.icons.saved_message'), { tone: 'success', timeout: 5000 })
    })
    setIsBusy(false)
  }
  return (
    <AdminPageSection heading={t('pwa.admin.icons.heading')} text={t('pwa.admin.icons.text')}>
      <div className="PictureInput-buttons">
        <FileButton
          icon="image"
          isLoading={isBusy}
          accept="image/*"
          label={t('pwa.admin.icons.choose_button')}
          onFile={(file) => void make(() => file)}
        >
          {t('pwa.admin.icons.choose_button')}
        </FileButton>
        {logoUrl && (
          <Button
            variant="outline"
            isDisabled={isBusy}
            onClick={() => void make(async () => (await fetch(logoUrl)).blob())}
          >
            {t('pwa.admin.icons.logo_button')}
          </Button>
        )}
      </div>
    </AdminPageSection>
  )
}
