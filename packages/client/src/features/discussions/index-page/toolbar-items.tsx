import type { ReactNode } from 'react'
import { alertOnError } from '../../../base/alerts.ts'
import { useApp } from '../../../points/app-context.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dropdown } from '../../../ui/menus/Dropdown.tsx'
import { MenuItem } from '../../../ui/menus/Menu.tsx'
import { onIntent } from '../../../ui/on-intent.ts'
import { currentSort, sortedPath, sortNames } from '../list/list-request.ts'
import type { IndexProps } from '../slots.ts'

/** The menu of sort orders. Its items are links, so that it works without scripts. */
export function SortMenu({ location }: IndexProps): ReactNode {
  const app = useApp()
  const { t, href } = app
  const current = currentSort(location, app)
  return (
    <Dropdown
      isEager
      align="end"
      variant="quiet"
      endIcon="down"
      label={t(`core.forum.index_sort.${current}_button`)}
      accessibleLabel={t('core.forum.index_sort.toggle_dropdown_accessible_label')}
    >
      {sortNames(location).map((name) => (
        <MenuItem key={name} href={href(sortedPath(location, app, name))} isChecked={name === current}>
          {t(`core.forum.index_sort.${name}_button`)}
        </MenuItem>
      ))}
    </Dropdown>
  )
}

export function RefreshButton({ list }: IndexProps): ReactNode {
  const { t } = useApp()
  return (
    <Button
      className="Toolbar-refresh"
      variant="quiet"
      icon="refresh"
      isIconOnly
      isLoading={list.loading === 'refresh'}
      onClick={() => void list.refresh()}
    >
      {t('core.forum.index.refresh_tooltip')}
    </Button>
  )
}

const loadMarking = () => import('./mark-all-as-read.ts')

export function MarkAllAsReadButton(): ReactNode {
  const app = useApp()
  if (app.userId === undefined) return null
  return (
    <Button
      variant="quiet"
      icon="checks"
      isIconOnly
      {...onIntent(loadMarking)}
      onClick={() =>
        void alertOnError(app, async () => (await app.connection.load(loadMarking)).markAllAsRead(app))
      }
    >
      {app.t('core.forum.index.mark_all_as_read_tooltip')}
    </Button>
  )
}
