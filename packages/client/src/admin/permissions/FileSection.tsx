import type { ImportChoices, ImportPlan, PermissionOverview } from '@parley/shared'
import { type ChangeEvent, type ReactNode, useId, useRef, useState } from 'react'
import { alertOnError } from '../../base/alerts.ts'
import { useApp } from '../../points/app-context.ts'
import { Button, LinkButton } from '../../ui/buttons/Button.tsx'
import { ImportModal } from './ImportModal.tsx'
import type { PermissionsModel } from './permissions-model.ts'

interface FileSectionProps {
  model: PermissionsModel
  overview: PermissionOverview
}

const importPath = '/admin/permissions/import'

/** Exports the groups and permissions, and imports them after a preview. */
export function FileSection({ model, overview }: FileSectionProps): ReactNode {
  const app = useApp()
  const { api, alerts, modals, t } = app
  const input = useRef<HTMLInputElement>(null)
  const inputId = useId()
  const [isReading, setIsReading] = useState(false)
  const open = async (chosen: File) => {
    const file = parseFile(await chosen.text())
    if (file === undefined) {
      alerts.show(t('core.admin.permissions.file_invalid_message'), { tone: 'danger' })
      return
    }
    const send = (choices: ImportChoices, apply: boolean, version?: string) =>
      api.request<ImportPlan>(importPath, { method: 'POST', body: { file, choices, version, apply } })
    const plan = await send({ groups: [], permissions: [] }, false)
    void modals.show(ImportModal, { plan, send, groups: overview.groups, done: () => model.reload() })
  }
  const handleChange = async (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.currentTarget.files ?? []
    event.currentTarget.value = ''
    if (chosen === undefined) return
    setIsReading(true)
    await alertOnError(app, () => open(chosen))
    setIsReading(false)
  }
  return (
    <div className="FileSection">
      <LinkButton
        variant="outline"
        href={`${api.apiUrl}/admin/permissions/export`}
        download="permissions.json"
      >
        {t('core.admin.permissions.export_button')}
      </LinkButton>
      <Button variant="outline" isLoading={isReading} onClick={() => input.current?.click()}>
        {t('core.admin.permissions.import_button')}
      </Button>
      <label className="VisuallyHidden" htmlFor={inputId}>
        {t('core.admin.permissions.import_label')}
      </label>
      <input
        ref={input}
        id={inputId}
        className="VisuallyHidden"
        type="file"
        accept="application/json,.json"
        tabIndex={-1}
        onChange={(event) => void handleChange(event)}
      />
    </div>
  )
}

function parseFile(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
