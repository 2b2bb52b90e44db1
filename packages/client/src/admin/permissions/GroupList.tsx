import type { OverviewGroup, PermissionOverview } from '@parley/shared'
import type { ReactNode } from 'react'
import { NameBadge } from '../../features/users/GroupBadge.tsx'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { GroupModal } from './GroupModal.tsx'
import type { PermissionsModel } from './permissions-model.ts'

interface GroupListProps {
  model: PermissionsModel
  overview: PermissionOverview
}

/** The groups in their order, with what changes them. */
export function GroupList({ model, overview: { groups } }: GroupListProps): ReactNode {
  const { modals, t } = useApp()
  return (
    <>
      <ul className="GroupList">
        {groups.map((group, place) => (
          <li key={group.id}>
            <span className="GroupList-name">
              <NameBadge color={group.color} icon={group.icon} name={group.namePlural} />
              {group.isHidden && <small>{t('core.admin.permissions.hidden_text')}</small>}
            </span>
            <MoveButton model={model} group={group} icon="up" place={place - 1} isLast={place === 0} />
            <MoveButton
              model={model}
              group={group}
              icon="down"
              place={place + 1}
              isLast={place === groups.length - 1}
            />
            <Button
              icon="edit"
              variant="quiet"
              isSmall
              isIconOnly
              onClick={() => void modals.show(GroupModal, { model, group })}
            >
              {t('core.admin.permissions.edit_group_button', { group: group.namePlural })}
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button variant="outline" onClick={() => void modals.show(GroupModal, { model })}>
          {t('core.admin.permissions.new_group_button')}
        </Button>
      </div>
    </>
  )
}

interface MoveButtonProps {
  model: PermissionsModel
  group: OverviewGroup
  icon: 'up' | 'down'
  /** Where the group goes, from 0. */
  place: number
  /** Whether the group is at this end of the list already. */
  isLast: boolean
}

function MoveButton({ model, group, icon, place, isLast }: MoveButtonProps): ReactNode {
  const { t } = useApp()
  const params = { group: group.namePlural }
  return (
    <Button
      icon={icon}
      variant="quiet"
      isSmall
      isIconOnly
      isDisabled={isLast}
      onClick={() => void model.move(group, place)}
    >
      {icon === 'up'
        ? t('core.admin.permissions.move_up_button', params)
        : t('core.admin.permissions.move_down_button', params)}
    </Button>
  )
}
