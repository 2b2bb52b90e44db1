import {
  Field,
  UserCell,
  UserListActions,
  UserListCells,
  UserListFilters,
  UserListHeads,
  type UserListOffer,
  type UserProps,
  useApp,
  useObservable,
  useT,
} from '@parley/client'
import type { ReactNode } from 'react'
import { EndTime } from '../client/EndTime.tsx'
import { SuspendControl } from '../client/SuspendItem.tsx'
import { endOf } from '../client/suspension.ts'
import { isIndefinite } from '../shared.ts'

/** The column, the filter and the action in the list of users, for those who may suspend. */
export default [
  UserListHeads.add('suspended', Head, { when: isOffered }),
  UserListCells.add('suspended', Cell, { when: isOffered }),
  UserListFilters.add('suspended', Filter, { when: isOffered }),
  UserListActions.add('suspend', SuspendControl, { priority: 50 }),
]

/** Those who may suspend may filter by it, too. */
function isOffered({ filters }: UserListOffer): boolean {
  return filters.includes('suspended')
}

function Head(): ReactNode {
  const t = useT()
  return <th scope="col">{t('suspend.admin.users.suspended_title')}</th>
}

function Cell({ user }: UserProps): ReactNode {
  const { t, clock } = useApp()
  const end = useObservable(clock, ({ now }) => endOf(user, now))
  return (
    <UserCell label={t('suspend.admin.users.suspended_title')}>
      {end === undefined ? (
        '–'
      ) : isIndefinite(end) ? (
        t('suspend.admin.users.indefinitely_text')
      ) : (
        <EndTime value={end} />
      )}
    </UserCell>
  )
}

function Filter({ values }: { values: URLSearchParams }): ReactNode {
  const t = useT()
  return (
    <Field label={t('suspend.admin.users.filter_label')}>
      {(control) => (
        <select {...control} className="Input" name="suspended" defaultValue={values.get('suspended') ?? ''}>
          <option value="">{t('core.admin.users.filters.any_text')}</option>
          <option value="1">{t('suspend.admin.users.suspended_title')}</option>
          <option value="0">{t('suspend.admin.users.not_suspended_option')}</option>
        </select>
      )}
    </Field>
  )
}
