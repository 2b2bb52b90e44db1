import { alertOnError, useApp } from '@parley/client'
import { AdminPageSection, FileButton } from '@parley/client/admin'
import { type ReactNode, useState } from 'react'

const documentation =
  'https://firebase.google.com/docs/admin/setup#initialize_the_sdk_in_non-google_environments'

/** Uploads the service account by which the forum reaches apps through Firebase. */
export function FirebaseConfig(): ReactNode {
  const app = useApp()
  const { t, alerts, api } = app
  const [isBusy, setIsBusy] = useState(false)
  const upload = async (file: File) => {
    setIsBusy(true)
    await alertOnError(app, async () => {
      const body = new FormData()
      body.append('file', file)
      await api.request('/pwa/firebase-config', { method: 'POST', body })
      alerts.show(t('pwa.admin.pwa.firebase_config.upload_successful'), { tone: 'success', timeout: 5000 })
    })
    setIsBusy(false)
  }
  return (
    <AdminPageSection
      heading={t('pwa.admin.pwa.firebase_config.heading')}
      text={t('pwa.admin.pwa.firebase_config.help_text')}
    >
      <p>
        <a href={documentation} target="_blank" rel="noopener noreferrer">
          {t('pwa.admin.pwa.firebase_config.see_documentation_here')}
        </a>
      </p>
      <div>
        <FileButton
          isLoading={isBusy}
          accept="application/json,.json"
          label={t('pwa.admin.pwa.firebase_config.upload_file')}
          onFile={(file) => void upload(file)}
        >
          {t('pwa.admin.pwa.firebase_config.upload_file')}
        </FileButton>
      </div>
    </AdminPageSection>
  )
}
