import type { OverviewRow, PermissionOverview, PermissionRow, SettingRow } from '@parley/shared'
import type { ReactNode } from 'react'
import { useApp, useT } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import { MenuItem } from '../../ui/menus/Menu.tsx'
import { ChoiceText, HolderChip } from './HolderChip.tsx'
import { HoldersSheet } from './HoldersSheet.tsx'
import { MinutesModal } from './MinutesModal.tsx'
import {
  choicesOf,
  holderName,
  isOwnMinutes,
  namedGroups,
  type PermissionsModel,
  toggled,
} from './permissions-model.ts'

/** Names the groups for which a permission has no effect. */
export function Warnings({ row, overview }: { row: OverviewRow; overview: PermissionOverview }): ReactNode {
  const t = useT()
  if (row.kind === 'setting') return null
  return row.lacks.map(({ groupId, permission, label }) => {
    const group = overview.groups.find(({ id }) => id === groupId)
    if (!group) return null
    return (
      <p className="PermissionGrid-warning" key={`${groupId} ${permission}`}>
        <Icon name="warn" isSmall />
        {t('core.admin.permissions.lacks_message', {
          group: holderName(group, t),
          permission: label,
        })}
      </p>
    )
  })
}

interface HoldersCellProps {
  model: PermissionsModel
  overview: PermissionOverview
  row: PermissionRow
  /** Finds the row in another overview. */
  find: (overview: PermissionOverview) => PermissionRow | undefined
}

/** The groups that hold a permission: a menu, on phones a sheet. */
export function HoldersCell({ row, model, overview, find }: HoldersCellProps): ReactNode {
  const { modals, t } = useApp()
  const purpose = t('core.admin.permissions.change_groups_button', { permission: row.label })
  const names = <Holders row={row} overview={overview} />
  return (
    <>
      <div className="u-wide">
        <Dropdown label={names} accessibleLabel={purpose} variant="quiet" endIcon="down">
          {choicesOf(row, overview.groups).map((choice) => (
            <MenuItem
              key={choice.group.id}
              isToggled={choice.isChecked}
              isDisabled={choice.fixed !== undefined}
              onSelect={() => void model.grant(row, toggled(row, choice.group.id))}
            >
              <ChoiceText choice={choice} />
            </MenuItem>
          ))}
        </Dropdown>
      </div>
      <div className="u-phone">
        <Button
          variant="quiet"
          endIcon="down"
          aria-haspopup="dialog"
          onClick={() => void modals.show(HoldersSheet, { model, find })}
        >
          <span className="VisuallyHidden">{purpose} </span>
          {names}
        </Button>
      </div>
    </>
  )
}

function Holders({ row, overview }: { row: PermissionRow; overview: PermissionOverview }): ReactNode {
  const t = useT()
  const groups = namedGroups(row, overview.groups)
  if (groups.length === 0)
    return <span className="PermissionGrid-none">{t('core.admin.permissions.administrators_only_text')}</span>
  return (
    <span className="PermissionGrid-holders">
      {groups.map((group) => (
        <HolderChip key={group.id} group={group} />
      ))}
    </span>
  )
}

export function SettingCell({ row, model }: { row: SettingRow; model: PermissionsModel }): ReactNode {
  const { modals, t } = useApp()
  const current = row.choices.find(({ value }) => value === row.value)
  const isOwn = isOwnMinutes(row)
  const minutes = 'core.admin.permissions_controls.allow_some_minutes_button'
  return (
    <Dropdown
      label={current?.label ?? (isOwn ? t(minutes, { count: Number(row.value) }) : row.value)}
      accessibleLabel={t('core.admin.permissions.change_setting_button', { permission: row.label })}
      variant="quiet"
      endIcon="down"
    >
      {row.choices.map(({ value, label }) => (
        <MenuItem
          key={value}
          isChecked={value === row.value}
          onSelect={() => void (value === row.value || model.choose(row, value))}
        >
          {label}
        </MenuItem>
      ))}
      {row.takesMinutes && (
        <MenuItem
          isChecked={isOwn}
          onSelect={() =>
            void modals.show(MinutesModal, { row, choose: (value: string) => model.choose(row, value) })
          }
        >
          {t('core.admin.permissions.own_minutes_button')}
        </MenuItem>
      )}
    </Dropdown>
  )
}
