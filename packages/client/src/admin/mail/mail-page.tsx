import { type ReactNode, useState } from 'react'
import { useApp } from '../../points/app-context.ts'
import { definePage, type PageProps } from '../../points/routes.ts'
import { ApiError } from '../../store/api-error.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { AdminPage } from '../frame/AdminPage.tsx'
import { AdminSection } from '../frame/AdminSection.tsx'
import { SettingsForm } from '../settings/SettingsForm.tsx'
import type { SettingsDocument } from '../settings/settings-document.ts'
import { OutgoingMails } from './OutgoingMails.tsx'
import type { MailDocument } from './outgoing-mail.ts'

/** The answer of `GET /api/mail/settings`. */
interface MailSettings {
  data: {
    attributes: {
      sending: boolean
      isSetByEnvironment: boolean
      errors: Readonly<Record<string, readonly string[]>> | readonly never[]
    }
  }
}

function Mail({ documents }: PageProps): ReactNode {
  const { t } = useApp()
  const [settings, state, failed, waiting] = documents as readonly [
    SettingsDocument,
    MailSettings,
    MailDocument,
    MailDocument,
  ]
  return (
    <AdminPage title={t('core.admin.email.title')} text={t('core.admin.email.description')}>
      <StateNotice state={state} />
      <SettingsForm page="mail" document={settings} />
      <TestMail />
      <OutgoingMails failed={failed} waiting={waiting} />
    </AdminPage>
  )
}

/** Says why no mail leaves the forum, or that the environment decides. */
function StateNotice({ state }: { state: MailSettings }): ReactNode {
  const { t } = useApp()
  const { sending, isSetByEnvironment, errors } = state.data.attributes
  if (isSetByEnvironment) return <Alert tone="info">{t('core.admin.email.environment_message')}</Alert>
  if (sending) return null
  const reasons = Object.values(errors).flat()
  return (
    <Alert tone="warning">
      {t('core.admin.email.not_sending_message')} {reasons.join(' ')}
    </Alert>
  )
}

function TestMail(): ReactNode {
  const { api, t } = useApp()
  const [isSending, setIsSending] = useState(false)
  const [result, setResult] = useState<{ isSent: boolean; text: string }>()
  const send = async () => {
    setIsSending(true)
    setResult(undefined)
    try {
      await api.request('/mail/test', { method: 'POST' })
      setResult({ isSent: true, text: t('core.admin.email.send_test_mail_success') })
    } catch (error) {
      const detail = error instanceof ApiError ? error.errors[0]?.detail : undefined
      setResult({
        isSent: false,
        text: t('core.admin.email.test_failed_message', {
          reason: detail === undefined ? t('core.lib.error.generic_message') : decodeURIComponent(detail),
        }),
      })
    }
    setIsSending(false)
  }
  return (
    <AdminSection
      heading={t('core.admin.email.send_test_mail_heading')}
      text={t('core.admin.email.send_test_mail_text')}
    >
      <div>
        <Button variant="outline" isLoading={isSending} onClick={() => void send()}>
          {t('core.admin.email.send_test_mail_button')}
        </Button>
      </div>
      <div role="status">
        {result && <Alert tone={result.isSent ? 'success' : 'danger'}>{result.text}</Alert>}
      </div>
    </AdminSection>
  )
}

export default definePage({
  Component: Mail,
  head: (_, { t }) => ({ title: t('core.admin.email.title') }),
})
