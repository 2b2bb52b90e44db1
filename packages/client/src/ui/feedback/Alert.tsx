import { type ReactNode, type Ref, useRef } from 'react'
import type { AlertTone, ShownAlert } from '../../base/alerts.ts'
import { useObservable } from '../../base/use-observable.ts'
import { useApp, useT } from '../../points/app-context.ts'
import { Button } from '../buttons/Button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../Icon.tsx'
import { DebugButton } from '../modals/DebugButton.tsx'

interface AlertProps {
  ref?: Ref<HTMLDivElement>
  tone?: AlertTone
  icon?: string
  /** Buttons or links at the end. */
  controls?: ReactNode
  className?: string
  onDismiss?: () => void
  children: ReactNode
}

const toneIcons: Record<AlertTone, string> = {
  info: 'info',
  success: 'check',
  warning: 'warn',
  danger: 'warn',
}

/** A message in the page. `app.alerts` shows messages over the page. */
export function Alert({
  ref,
  tone = 'info',
  icon,
  controls,
  className,
  onDismiss,
  children,
}: AlertProps): ReactNode {
  const t = useT()
  return (
    <div ref={ref} className={classNames('Alert', tone !== 'info' && `Alert--${tone}`, className)}>
      <Icon name={icon ?? toneIcons[tone]} />
      <div className="Alert-text">{children}</div>
      {controls}
      {onDismiss && (
        <Button icon="close" isIconOnly isSmall onClick={onDismiss}>
          {t('core.lib.alert.dismiss_a11y_label')}
        </Button>
      )}
    </div>
  )
}

interface AppAlertProps extends Omit<AlertProps, 'className' | 'onDismiss'> {
  /** The message can take the focus. */
  ref?: Ref<HTMLDivElement>
}

/** A message of the forum, in full width between header and page. */
export function AppAlert({ tone = 'info', icon, controls, ref, children }: AppAlertProps): ReactNode {
  return (
    <div
      className={classNames('Alert', tone !== 'info' && `Alert--${tone}`, 'AppAlert')}
      tabIndex={-1}
      ref={ref}
    >
      <div className="Container">
        <Icon name={icon ?? toneIcons[tone]} />
        <span className="Alert-text">{children}</span>
        {controls}
      </div>
    </div>
  )
}

/** Renders the floating alerts in a live region, which announces each once. */
export function AlertHost(): ReactNode {
  const { alerts } = useApp()
  const shown = useObservable(alerts)
  const previousFocus = useRef<Element | null>(null)
  const returnFocus = (host: Element) => {
    if (!host.contains(document.activeElement)) return
    const isThere = previousFocus.current?.isConnected && previousFocus.current !== document.body
    const target = isThere ? previousFocus.current : document.getElementById('content')
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
  return (
    <div
      className="Toasts"
      role="status"
      aria-live="polite"
      aria-atomic="false"
      onPointerEnter={() => alerts.pause()}
      onPointerLeave={({ currentTarget }) => {
        if (!currentTarget.contains(document.activeElement)) alerts.resume()
      }}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget
        alerts.pause()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) alerts.resume()
      }}
    >
      {shown.map((alert) => (
        <Toast key={alert.id} alert={alert} leave={returnFocus} />
      ))}
    </div>
  )
}

interface ToastProps {
  alert: ShownAlert
  /** Returns the focus from the toasts to where it was, before a focused button disappears. */
  leave: (host: Element) => void
}

function Toast({ alert, leave }: ToastProps): ReactNode {
  const { alerts, t } = useApp()
  const { tone, icon, content, controls, failure, retry, retryText, undo } = alert
  const toast = useRef<HTMLDivElement>(null)
  const leaving = (act: () => void) => () => {
    const host = toast.current?.parentElement
    if (host) leave(host)
    act()
  }
  return (
    <Alert
      ref={toast}
      className="Toast"
      tone={tone}
      icon={icon}
      controls={
        <>
          {controls}
          {undo && (
            <Button aria-keyshortcuts="z" onClick={leaving(() => alerts.undo(alert))}>
              {t('core.lib.alert.undo_button')}
            </Button>
          )}
          {retry && (
            <Button
              onClick={leaving(() => {
                alerts.dismiss(alert.id)
                retry()
              })}
            >
              {retryText ?? t('core.lib.alert.retry_button')}
            </Button>
          )}
          <DebugButton failure={failure} />
        </>
      }
      onDismiss={leaving(() => alerts.dismiss(alert.id))}
    >
      {content}
    </Alert>
  )
}
