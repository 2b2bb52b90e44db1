import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { ComposerState } from '../../base/composer/composer-model.ts'
import type { OutgoingText } from '../../base/composer/outgoing-text.ts'
import { errorKind, passingKinds } from '../../base/router/use-router.ts'
import { useObservable } from '../../base/use-observable.ts'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import type { ConnectionState } from '../../store/connection/connection.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { openLogIn } from '../session/links.ts'

/** Duration of the alert about a restored connection; ms. */
const restoredTimeout = 5000

/** What is being written on the page. */
interface Writing {
  /** The composer shows a text that waits: it says so itself. */
  isShown: boolean
  /** Texts that wait for a connection. */
  waiting: number
  /** Each of them is sent even if the page is closed. */
  isKept: boolean
  hasDraft: () => boolean
}

const noWriting: Writing = { isShown: false, waiting: 0, isKept: true, hasDraft: () => false }

/** Shows alerts when the connection, the session or the version of the forum changes. */
export function StatusAlerts(): ReactNode {
  const app = useApp()
  const { composer, connection } = app
  const { reach } = useObservable(connection)
  const isShown = useObservable(composer, saysThatItWaits)
  const waiting = useObservable(composer.outbox, countWaiting)
  const isKept = useObservable(composer.outbox, (texts) => texts.every(({ isQueued }) => isQueued))
  const writing = useMemo(
    () => ({ isShown, waiting, isKept, hasDraft: () => !composer.drafts.isEmpty }),
    [composer, isShown, waiting, isKept],
  )
  useStatusAlerts(app, writing)
  useSendingAlert(app, reach)
  return null
}

/** As `StatusAlerts`, for pages on which no texts of the forum are written. */
export function AreaStatusAlerts(): ReactNode {
  useStatusAlerts(useApp(), noWriting)
  return null
}

function useStatusAlerts(app: App, writing: Writing): void {
  const { connection } = app
  const { reach, session, isOutdated } = useObservable(connection)
  const { hasDraft } = writing
  useEffect(() => connection.watch(), [connection])
  useReachAlert(app, reach, writing)
  useEffect(() => showSession(app, session, hasDraft()), [app, session, hasDraft])
  useEffect(() => (isOutdated ? showOutdated(app, hasDraft()) : undefined), [app, isOutdated, hasDraft])
}

/** Says that the forum cannot be reached, with what still works and what waits, and when it is back. */
function useReachAlert(app: App, reach: ConnectionState['reach'], writing: Writing): void {
  const lost = useRef<'offline' | 'unreachable'>(undefined)
  const { isShown, waiting, isKept } = writing
  useEffect(() => {
    const { alerts, router, t } = app
    if (reach !== 'online') {
      if (reach !== 'slow') lost.current = reach
      return
    }
    if (lost.current === undefined) return
    const text = `core.lib.connection.${lost.current === 'offline' ? 'back' : 'reached'}_message`
    lost.current = undefined
    alerts.show(t(text), { tone: 'success', timeout: restoredTimeout })
    const { error } = router.state.entry
    if (error !== undefined && passingKinds.includes(errorKind(error))) void router.reload()
  }, [app, reach])
  useEffect(() => {
    const { alerts, connection, t } = app
    if (reach === 'online' || isShown) return
    const controls = reach !== 'slow' && (
      <Button onClick={() => void connection.check()}>{t('core.lib.connection.try_button')}</Button>
    )
    const what = waiting === 0 ? whatWorks(app) : isKept ? 'kept' : 'open'
    const text = t(`core.lib.connection.${reach}_message`, { what, count: waiting })
    const id = alerts.show(text, { tone: 'warning', icon: 'offline', controls })
    return () => alerts.dismiss(id)
  }, [app, reach, isShown, waiting, isKept])
}

/** What can be done without a connection, where nothing waits for it. */
function whatWorks({ userId }: App): 'reading' | 'writing' {
  return userId === undefined ? 'reading' : 'writing'
}

/** Whether the composer is open with a text that waits: it says so itself. */
function saysThatItWaits({ isWaiting, position }: ComposerState): boolean {
  return isWaiting && (position === 'normal' || position === 'fullScreen')
}

function countWaiting(texts: readonly OutgoingText[]): number {
  return texts.filter(({ isWaiting }) => isWaiting).length
}

/** Says that texts are being sent which the composer does not show. */
function useSendingAlert(app: App, reach: ConnectionState['reach']): void {
  const { composer } = app
  const shown = useObservable(composer, () => composer.openDraft)
  const isSending = useObservable(composer.outbox, (texts) => texts.some(({ draft }) => draft !== shown))
  const isReachable = reach === 'online' || reach === 'slow'
  useEffect(() => {
    if (!isSending || !isReachable) return
    const { alerts, href, t } = app
    const link = (
      <a className="Button" href={href('/drafts')}>
        {t('core.forum.drafts.title')}
      </a>
    )
    const id = alerts.show(t('core.forum.drafts.sending_message'), { controls: link })
    return () => alerts.dismiss(id)
  }, [app, isSending, isReachable])
}

function showSession(
  app: App,
  session: ConnectionState['session'],
  hasDraft: boolean,
): (() => void) | undefined {
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
  const text = t(`core.lib.connection.session_${session}_message`, { hasDraft: String(hasDraft) })
  const id = alerts.show(text, { tone: 'warning', controls })
  return () => {
    document.removeEventListener('visibilitychange', handleVisible)
    alerts.dismiss(id)
  }
}

function showOutdated(app: App, hasDraft: boolean): () => void {
  const { alerts, t } = app
  const text = t('core.lib.connection.outdated_message', { hasDraft: String(hasDraft) })
  const id = alerts.show(text, { controls: <ReloadButton /> })
  return () => alerts.dismiss(id)
}

function ReloadButton(): ReactNode {
  const { t } = useApp()
  return <Button onClick={() => window.location.reload()}>{t('core.lib.connection.reload_button')}</Button>
}
