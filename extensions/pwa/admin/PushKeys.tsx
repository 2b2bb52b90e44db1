import { alertOnError, Button, loadDocument, useApp, useForum } from '@parley/client'
import { AdminPageSection } from '@parley/client/admin'
import { type ReactNode, useState } from 'react'

/** Makes the keys of pushes: without them there are none. */
export function PushKeys(): ReactNode {
  const app = useApp()
  const { t, alerts, api, modals } = app
  const { vapidPublicKey } = useForum()
  const [isBusy, setIsBusy] = useState(false)
  const reset = async () => {
    const isSure =
      !vapidPublicKey ||
      (await modals.confirm({
        title: t('pwa.admin.pwa.maintenance.confirm_title'),
        text: t('pwa.admin.pwa.maintenance.reset_vapid_confirm'),
        confirmLabel: t('pwa.admin.pwa.maintenance.reset_vapid_text'),
        isDanger: true,
      }))
    if (!isSure) return
    setIsBusy(true)
    await alertOnError(app, async () => {
      const { deleted } = await api.request<{ deleted: number }>('/reset_vapid', { method: 'POST' })
      await loadDocument(app, '/')
      const message = t('pwa.admin.pwa.maintenance.reset_vapid_success', { count: deleted })
      alerts.show(message, { tone: 'success', timeout: 5000 })
    })
    setIsBusy(false)
  }
  return (
    <AdminPageSection
      heading={t('pwa.admin.pwa.maintenance.heading')}
      text={t(
        vapidPublicKey ? 'pwa.admin.pwa.maintenance.keys_text' : 'pwa.admin.pwa.maintenance.no_keys_text',
      )}
    >
      <div>
        <Button
          variant="outline"
          isDanger={Boolean(vapidPublicKey)}
          isLoading={isBusy}
          onClick={() => void reset()}
        >
          {t('pwa.admin.pwa.maintenance.reset_vapid_text')}
        </Button>
      </div>
    </AdminPageSection>
  )
}
