import type { ReactNode } from 'react'
import { assignableGroups } from '../../features/users/edit/edit-user.ts'
import { useApp } from '../../points/app-context.ts'
import type { StoreRecord } from '../../store/record.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import { MenuItem } from '../../ui/menus/Menu.tsx'
import type { BulkAction } from './user-actions.ts'

interface BulkBarProps {
  /** The number of selected users, or at least so many. */
  count: number
  hasMore: boolean
  /** Whether all that match the filters are selected. */
  isEverything: boolean
  /** Whether there are more users than the list shows. */
  isPart: boolean
  onEverything: () => void
  onClear: () => void
  onAct: (action: BulkAction, group?: StoreRecord<'groups'>) => void
}

/** What can be done to the selected users. */
export function BulkBar(props: BulkBarProps): ReactNode {
  const { count, hasMore, isEverything, isPart, onEverything, onClear, onAct } = props
  const { t, store } = useApp()
  const groups = assignableGroups(store.all('groups'))
  const groupItems = (action: 'addGroup' | 'removeGroup') =>
    groups.map((group) => (
      <MenuItem key={group.id} onSelect={() => onAct(action, group)}>
        {group.namePlural}
      </MenuItem>
    ))
  return (
    <section className="BulkBar" aria-label={t('core.admin.users.bulk.label')}>
      <p role="status">
        {t(hasMore ? 'core.admin.users.bulk.selected_more_text' : 'core.admin.users.bulk.selected_text', {
          count,
        })}
      </p>
      {isPart && !isEverything && (
        <Button variant="link" onClick={onEverything}>
          {t('core.admin.users.bulk.everything_button')}
        </Button>
      )}
      <div className="BulkBar-actions">
        <Button variant="outline" onClick={() => onAct('confirm')}>
          {t('core.admin.users.actions.confirm_button')}
        </Button>
        <Dropdown variant="outline" endIcon="down" label={t('core.admin.users.bulk.add_group_button')}>
          {groupItems('addGroup')}
        </Dropdown>
        <Dropdown variant="outline" endIcon="down" label={t('core.admin.users.bulk.remove_group_button')}>
          {groupItems('removeGroup')}
        </Dropdown>
        <Button variant="outline" onClick={() => onAct('logOut')}>
          {t('core.admin.users.actions.log_out_button')}
        </Button>
        <Button variant="outline" isDanger onClick={() => onAct('delete')}>
          {t('core.admin.users.bulk.delete_button')}
        </Button>
        <Button variant="quiet" onClick={onClear}>
          {t('core.admin.users.bulk.clear_button')}
        </Button>
      </div>
    </section>
  )
}
