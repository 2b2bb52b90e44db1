import type { ReactNode, Ref } from 'react'
import type { AlertTone, ShownAlert } from '../../base/alerts.ts'
import { useObservable } from '../../base/use-observable.ts'
import { useApp, useT } from '../../points/app-context.ts'
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

const toneIcons: Record<AlertTone, string> = {
  info: 'info',
  success: 'check',
  warning: 'warn',
  danger: 'warn',
}

/** A message in the page. `app.alerts` shows messages over the page. */
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
  return (
    <div
      className="Toasts"
      role="status"
      aria-live="polite"
      aria-atomic="false"
      onPointerEnter={() => alerts.pause()}
      onPointerLeave={() => alerts.resume()}
      onFocus={() => alerts.pause()}
      onBlur={() => alerts.resume()}
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
  const handleRetry = () => {
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
          {retry && <Button onClick={handleRetry}>{t('core.lib.alert.retry_button')}</Button>}
          <DebugButton failure={failure} />
        </>
      }
      onDismiss={dismiss}
    >
      {content}
    </Alert>
  )
}
