import type { OverviewParts } from '@parley/shared'
import type { ReactNode } from 'react'
import { useApp, useT } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { AddPartModal } from './AddPartModal.tsx'
import type { Column } from './columns.ts'
import type { PermissionsModel } from './permissions-model.ts'

interface PartButtonsProps {
  model: PermissionsModel
  kinds: readonly OverviewParts[]
}

/** Buttons that give parts of the forum permissions of their own. */
export function PartButtons({ model, kinds }: PartButtonsProps): ReactNode {
  const { modals } = useApp()
  const open = kinds.filter(({ parts }) => parts.some(({ isRestricted }) => !isRestricted))
  if (open.length === 0) return null
  return (
    <div>
      {open.map((kind) => (
        <Button
          key={kind.kind}
          variant="outline"
          aria-haspopup="dialog"
          onClick={() => void modals.show(AddPartModal, { model, kind })}
        >
          {kind.addLabel}
        </Button>
      ))}
    </div>
  )
}

interface ColumnSelectProps {
  columns: readonly Column[]
  value: string
  onChange: (key: string) => void
}

/** Chooses the column that phones show; elsewhere it scrolls to one of many. */
export function ColumnSelect({ columns, value, onChange }: ColumnSelectProps): ReactNode {
  const t = useT()
  return (
    <div className={columns.length > manyColumns ? 'ColumnSelect' : 'ColumnSelect u-phone'}>
      <Field label={t('core.admin.permissions.place_label')}>
        {(control) => (
          <select
            {...control}
            className="Input"
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            <option value="">{t('core.admin.permissions.everywhere_column')}</option>
            {columns.map(({ key, part }) => (
              <option key={key} value={key}>
                {part.name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}

/** Columns that fit beside each other on desktops. */
const manyColumns = 3
