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

/** Tells administrators what keeps readers from installing the forum, also after they have changed its icons. */
export function Status(): ReactNode {
  const app = useApp()
  const { t, api } = app
  const forum = useForum()
  const icons = iconSizes.map((size) => forum[`pwa-icon-${size}x${size}Url`]).join(' ')
  const [shown, setShown] = useState<{ icons: string; messages: readonly StatusMessage[] }>()
  useEffect(() => {
    void alertOnError(app, async () => {
      const { data } = await api.request<StatusDocument>('/pwa/settings')
      setShown({ icons, messages: data.attributes.status_messages })
    })
  }, [app, api, icons])
  return (
    <section
      className="AppStatus"
      aria-label={t('pwa.admin.pwa.status_check_heading')}
      aria-busy={shown?.icons !== icons}
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
