import { type ReactNode, useId, useState } from 'react'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Alert } from '../../ui/feedback/Alert.tsx'
import type { ExtensionList } from './documents.ts'

interface SafeModeProps {
  meta: ExtensionList['meta']
}

/** Says that the forum serves administrators only, and why; leaves the safe mode. */
export function SafeModeNotice({ meta }: SafeModeProps): ReactNode {
  const { t } = useApp()
  const { safeMode, isForAdministratorsOnly } = meta
  if (safeMode === 'forced') return <Alert tone="warning">{t('core.admin.safe_mode.forced_text')}</Alert>
  if (safeMode === 'on') {
    return (
      <Alert tone="warning" controls={<SafeModeButton isOn={false} />}>
        {t('core.admin.safe_mode.on_text')}
      </Alert>
    )
  }
  return isForAdministratorsOnly ? <Alert tone="danger">{t('core.admin.safe_mode.fault_text')}</Alert> : null
}

/** Starts the safe mode, which shuts visitors out: apart from the rest. */
export function SafeModeStart({ meta: { safeMode } }: SafeModeProps): ReactNode {
  const { t } = useApp()
  const id = useId()
  if (safeMode !== 'off') return null
  return (
    <section className="ExtensionSection ExtensionSection--danger" aria-labelledby={id}>
      <h2 id={id}>{t('core.admin.safe_mode.title')}</h2>
      <p className="Muted">{t('core.admin.safe_mode.off_text')}</p>
      <SafeModeButton isOn />
    </section>
  )
}

function SafeModeButton({ isOn }: { isOn: boolean }): ReactNode {
  const { api, alerts, modals, t } = useApp()
  const [isLoading, setIsLoading] = useState(false)
  const label = t(`core.admin.safe_mode.${isOn ? 'start' : 'leave'}_button`)
  const set = async () => {
    const isSure =
      !isOn ||
      (await modals.confirm({
        title: t('core.admin.safe_mode.start_title'),
        text: t('core.admin.safe_mode.start_text'),
        confirmLabel: label,
      }))
    if (!isSure) return
    setIsLoading(true)
    try {
      await api.request('/admin/safe-mode', { method: 'POST', body: { enabled: isOn } })
      window.location.reload()
    } catch (error) {
      alerts.showError(error)
      setIsLoading(false)
    }
  }
  return (
    <Button variant="outline" isLoading={isLoading} onClick={() => void set()}>
      {label}
    </Button>
  )
}
