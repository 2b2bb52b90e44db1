import type { PermissionOverview, PermissionRow } from '@parley/shared'
import { type ReactNode, useState } from 'react'
import type { ModalProps } from '../../base/modals.ts'
import { useObservable } from '../../base/use-observable.ts'
import { useT } from '../../points/app-context.ts'
import { Checkbox } from '../../ui/forms/Field.tsx'
import { Modal } from '../../ui/modals/Modal.tsx'
import { ChoiceText } from './HolderChip.tsx'
import { choicesOf, type PermissionsModel, toggled } from './permissions-model.ts'

interface HoldersSheetProps extends ModalProps {
  model: PermissionsModel
  /** Finds the permission among the others. */
  find: (overview: PermissionOverview) => PermissionRow | undefined
}

/** The groups of a permission as checkboxes, saved one by one. */
export function HoldersSheet({ model, find, close }: HoldersSheetProps): ReactNode {
  const t = useT()
  const overview = useObservable(model)
  const [isSaving, setIsSaving] = useState(false)
  const row = find(overview)
  if (row === undefined) return null
  const change = async (id: number) => {
    setIsSaving(true)
    await model.grant(row, toggled(row, id))
    setIsSaving(false)
  }
  return (
    <Modal title={row.label} close={close}>
      <fieldset className="PermissionSheet" aria-busy={isSaving || undefined}>
        <legend className="VisuallyHidden">{t('core.admin.permissions.groups_column')}</legend>
        {choicesOf(row, overview.groups).map((choice) => (
          <Checkbox
            key={choice.group.id}
            checked={choice.isChecked}
            disabled={choice.fixed !== undefined}
            onChange={() => void (isSaving || change(choice.group.id))}
          >
            <ChoiceText choice={choice} />
          </Checkbox>
        ))}
      </fieldset>
    </Modal>
  )
}
