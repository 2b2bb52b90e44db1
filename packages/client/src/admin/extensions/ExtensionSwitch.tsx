import { type ReactNode, useState } from 'react'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import type { Extension, PreviewDocument } from './documents.ts'
import { extensionPath } from './documents.ts'
import { PreviewModal } from './PreviewModal.tsx'

/** Enables or disables an extension, after showing what that changes. */
export function ExtensionSwitch({ extension }: { extension: Extension }): ReactNode {
  const app = useApp()
  const { t } = app
  const { id, attributes } = extension
  const { title, isEnabled } = attributes
  const [isLoading, setIsLoading] = useState(false)
  const ask = async () => {
    setIsLoading(true)
    try {
      // One that is not loaded says nothing of what it adds: it can only be disabled.
      const preview =
        attributes.fault === null
          ? await app.api.request<PreviewDocument>(`${extensionPath(id)}/preview`)
          : undefined
      const isDone = await app.modals.show(PreviewModal, { extension, preview: preview?.data.attributes })
      // The new build has other code, and other pages of the administration area.
      if (isDone === true) return window.location.reload()
    } catch (error) {
      app.alerts.showError(error)
    }
    setIsLoading(false)
  }
  return (
    <Button
      variant="outline"
      isSmall
      isLoading={isLoading}
      aria-label={t(`core.admin.extension.${isEnabled ? 'disable' : 'enable'}_a11y_label`, {
        extension: title,
      })}
      onClick={() => void ask()}
    >
      {t(`core.admin.extension.${isEnabled ? 'disable' : 'enable'}_button`)}
    </Button>
  )
}
