import { Alert, alertOnError, Loading, useApp, useForum } from '@parley/client'
import { type ReactNode, useEffect, useState } from 'react'
import { iconSizes } from '../shared.ts'

interface StatusMessage {
  readonly type: 'error' | 'success'
  readonly message: string
}

interface StatusDocument {
  data: { attributes: { status_messages: readonly StatusMessage[] } }
}

/** Tells administrators what the app lacks, also after they have changed its icons and keys. */
export function Status(): ReactNode {
  const app = useApp()
  const { t, api } = app
  const forum = useForum()
  const icons = iconSizes.map((size) => forum[`pwa-icon-${size}x${size}Url`])
  const facts = [...icons, forum.vapidPublicKey].join(' ')
  const [shown, setShown] = useState<{ facts: string; messages: readonly StatusMessage[] }>()
  useEffect(() => {
    void alertOnError(app, async () => {
      const { data } = await api.request<StatusDocument>('/pwa/settings')
      setShown({ facts, messages: data.attributes.status_messages })
    })
  }, [app, api, facts])
  return (
    <section
      className="AppStatus"
      aria-label={t('pwa.admin.pwa.status_check_heading')}
      aria-busy={shown?.facts !== facts}
    >
      {shown === undefined && <Loading />}
      {shown?.messages.map(({ type, message }) => (
        <Alert key={message} tone={type === 'success' ? 'success' : 'warning'}>
          {message}
        </Alert>
      ))}
    </section>
  )
}
