import type { ReactNode } from 'react'
import { useApp } from '../../points/app-context.ts'
import type { ApiError } from '../../store/api-error.ts'
import { Button } from '../buttons/Button.tsx'

/** Opens the details of a failed request. Shown in debug mode only. */
export function DebugButton({ failure }: { failure: ApiError | undefined }): ReactNode {
  const { forum, modals, t } = useApp()
  if (failure === undefined || !forum.debug) return null
  const open = () => void modals.load(async () => (await import('./DebugModal.tsx')).DebugModal, { failure })
  return <Button onClick={open}>{t('core.lib.debug_button')}</Button>
}
