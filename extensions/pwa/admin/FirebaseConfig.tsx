import { alertOnError, Button, useApp } from '@parley/client'
import { AdminPageSection } from '@parley/client/admin'
import { type ReactNode, useRef, useState } from 'react'

const documentation =
  'https://firebase.google.com/docs/admin/setup#initialize_the_sdk_in_non-google_environments'

/** Uploads the service account by which the forum reaches apps through Firebase. */
export function FirebaseConfig(): ReactNode {
  const app = useApp()
  const { t, alerts, api } = app
  const [isBusy, setIsBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
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
        <Button variant="outline" isLoading={isBusy} onClick={() => input.current?.click()}>
          {t('pwa.admin.pwa.firebase_config.upload_file')}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label={t('pwa.admin.pwa.firebase_config.upload_file')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Lets the same file be chosen twice in a row.
          currentTarget.value = ''
          if (file) void upload(file)
        }}
      />
    </AdminPageSection>
  )
}
