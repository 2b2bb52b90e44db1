import { type ReactNode, useEffect, useRef } from 'react'
import { errorKind, passingKinds } from '../../base/router/use-router.ts'
import { useObservable } from '../../base/use-observable.ts'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import type { ConnectionState } from '../../store/connection/connection.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { openLogIn } from '../session/links.ts'

/** Duration of the alert about a restored connection; ms. */
const restoredTimeout = 5000

/** Shows alerts when the connection, the session or the version of the forum changes. */
export function StatusAlerts(): ReactNode {
  const app = useApp()
  const { connection } = app
  const { reach, session, isOutdated } = useObservable(connection)
  useEffect(() => connection.watch(), [connection])
  useReachAlert(app, reach)
  useEffect(() => showSession(app, session), [app, session])
  useEffect(() => (isOutdated ? showOutdated(app) : undefined), [app, isOutdated])
  return null
}

function useReachAlert(app: App, reach: ConnectionState['reach']): void {
  const lost = useRef<'offline' | 'unreachable'>(undefined)
  useEffect(() => {
    const { alerts, connection, router, t } = app
    if (reach === 'online') {
      if (lost.current === undefined) return
      const text = `core.lib.connection.${lost.current === 'offline' ? 'back' : 'reached'}_message`
      lost.current = undefined
      alerts.show(t(text), { tone: 'success', timeout: restoredTimeout })
      const { error } = router.state.entry
      if (error !== undefined && passingKinds.includes(errorKind(error))) void router.reload()
      return
    }
    const isDisconnected = reach !== 'slow'
    if (isDisconnected) lost.current = reach
    const controls = isDisconnected && (
      <Button onClick={() => void connection.check()}>{t('core.lib.connection.try_button')}</Button>
    )
    const text = t(`core.lib.connection.${reach}_message`)
    const id = alerts.show(text, { tone: 'warning', icon: 'offline', controls })
    return () => alerts.dismiss(id)
  }, [app, reach])
}

function showSession(app: App, session: ConnectionState['session']): (() => void) | undefined {
  if (session === 'same') return undefined
  const { alerts, api, t } = app
  // The reader may have logged in in another tab.
  const handleVisible = () => {
    if (document.visibilityState === 'visible') api.renewSession().catch(() => {})
  }
  document.addEventListener('visibilitychange', handleVisible)
  const controls =
    session === 'ended' ? (
      <Button onClick={() => openLogIn(app)}>{t('core.forum.header.log_in_link')}</Button>
    ) : (
      <ReloadButton />
    )
  const id = alerts.show(t(`core.lib.connection.session_${session}_message`), { tone: 'warning', controls })
  return () => {
    document.removeEventListener('visibilitychange', handleVisible)
    alerts.dismiss(id)
  }
}

function showOutdated({ alerts, t }: App): () => void {
  const id = alerts.show(t('core.lib.connection.outdated_message'), { controls: <ReloadButton /> })
  return () => alerts.dismiss(id)
}

function ReloadButton(): ReactNode {
  const { t } = useApp()
  return <Button onClick={() => window.location.reload()}>{t('core.lib.connection.reload_button')}</Button>
}
