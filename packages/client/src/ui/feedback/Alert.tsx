import { type ReactNode, useSyncExternalStore } from 'react'
import type { AlertTone, ShownAlert } from '../../base/alerts.ts'
import { useApp, useT } from '../../base/app-context.ts'
import { Button } from '../buttons/Button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../Icon.tsx'
import { DebugButton } from '../modals/DebugButton.tsx'

interface AlertProps {
  tone?: AlertTone
  icon?: string
  /** Buttons or links at the end. */
  controls?: ReactNode
  className?: string
  onDismiss?: () => void
  children: ReactNode
}

const ICONS: Record<AlertTone, string> = { info: 'info', success: 'check', warning: 'warn', danger: 'warn' }

/** A message in the page. For messages that float over it see `app.alerts`. */
export function Alert({
  tone = 'info',
  icon,
  controls,
  className,
  onDismiss,
  children,
}: AlertProps): ReactNode {
  const t = useT()
  return (
    <div className={classNames('Alert', tone !== 'info' && `Alert--${tone}`, className)}>
      <Icon name={icon ?? ICONS[tone]} />
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

/** A message of the forum to its reader, over the whole width between header and page. */
export function AppAlert({
  tone = 'info',
  icon,
  controls,
  children,
}: Omit<AlertProps, 'className' | 'onDismiss'>): ReactNode {
  return (
    <div className={classNames('Alert', tone !== 'info' && `Alert--${tone}`, 'AppAlert')}>
      <div className="Container">
        <Icon name={icon ?? ICONS[tone]} />
        <span className="Alert-text">{children}</span>
        {controls}
      </div>
    </div>
  )
}

const NONE: readonly ShownAlert[] = []

/** The floating messages, in a live region so that each is read out once. */
export function AlertHost(): ReactNode {
  const { alerts } = useApp()
  const shown = useSyncExternalStore(
    alerts.subscribe,
    () => alerts.shown,
    // What is told while the page comes to life follows once it has.
    () => NONE,
  )
  return (
    <div
      className="Toasts"
      role="status"
      aria-live="polite"
      aria-atomic="false"
      onPointerEnter={() => alerts.hold()}
      onPointerLeave={() => alerts.letGo()}
      onFocus={() => alerts.hold()}
      onBlur={() => alerts.letGo()}
    >
      {shown.map((alert) => (
        <Toast key={alert.id} alert={alert} />
      ))}
    </div>
  )
}

function Toast({ alert }: { alert: ShownAlert }): ReactNode {
  const { alerts, t } = useApp()
  const { tone, icon, content, controls, failure, retry } = alert
  const dismiss = () => alerts.dismiss(alert.id)
  const again = () => {
    dismiss()
    retry?.()
  }
  return (
    <Alert
      className="Toast"
      tone={tone}
      icon={icon}
      controls={
        <>
          {controls}
          {retry && <Button onClick={again}>{t('core.lib.alert.retry_button')}</Button>}
          <DebugButton failure={failure} />
        </>
      }
      onDismiss={dismiss}
    >
      {content}
    </Alert>
  )
}
