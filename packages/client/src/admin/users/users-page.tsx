import type { UserListDocument } from '@parley/shared'
import { type ReactNode, useState } from 'react'
import { useApp } from '../../points/app-context.ts'
import { definePage, type PageProps } from '../../points/routes.ts'
import type { StoreRecord } from '../../store/record.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState, LoadMore } from '../../ui/feedback/Feedback.tsx'
import { ActionReport } from './ActionReport.tsx'
import { BulkBar } from './BulkBar.tsx'
import { filterOf, usersPath, usersRequest } from './list-request.ts'
import type { UserListOffer } from './slots.ts'
import { UserFilters } from './UserFilters.tsx'
import { UserTable } from './UserTable.tsx'
import { useLastAction } from './use-last-action.ts'
import { useUserList } from './use-user-list.ts'
import { type BulkAction, countUsers, startAction } from './user-actions.ts'

const loadCreate = async () => (await import('./CreateUserModal.tsx')).CreateUserModal

function UsersPage({ location, documents }: PageProps): ReactNode {
  const { t, clock, modals, alerts } = useApp()
  const document = documents[0] as UserListDocument
  const request = usersRequest(location, clock.state.now)
  const list = useUserList(request, document)
  const create = async () => {
    const username = await modals.load(loadCreate, {})
    if (typeof username !== 'string') return
    alerts.show(t('core.admin.create_user.created_message', { username }), { tone: 'success' })
    await list.refresh()
  }
  return (
    <div className="UsersPage">
      <header className="Page-header">
        <h1>{t('core.admin.users.title')}</h1>
        <p>{t('core.admin.users.description')}</p>
        {document.meta.filters.includes('unconfirmed') && (
          <Button variant="primary" onClick={() => void create()}>
            {t('core.admin.users.create_user_button')}
          </Button>
        )}
      </header>
      <UserFilters values={location.query} offered={document.meta} />
      {/* Another address is another list, with another selection. */}
      <SelectableUsers key={location.url} location={location} list={list} filters={document.meta.filters} />
    </div>
  )
}

interface SelectableUsersProps extends Pick<PageProps, 'location'>, UserListOffer {
  list: ReturnType<typeof useUserList>
}

function SelectableUsers({ location, list, filters }: SelectableUsersProps): ReactNode {
  const { t, href } = useApp()
  const selection = useSelection(location, list)
  const { selected, everything, progress } = selection
  const isEmpty = list.ids.length === 0
  return (
    <>
      {progress && <ActionReport progress={progress} onDismiss={selection.dismiss} />}
      {isEmpty && list.next === undefined ? (
        <EmptyState icon="search" title={t('core.admin.users.empty_text')}>
          <a href={href(usersPath)}>{t('core.admin.users.empty_link')}</a>
        </EmptyState>
      ) : (
        <UserTable
          ids={list.ids}
          selected={selected}
          isEverything={everything !== undefined}
          onSelect={selection.select}
          filters={filters}
        />
      )}
      {list.next !== undefined && (
        <LoadMore
          label={t(isEmpty ? 'core.admin.users.search_on_button' : 'core.admin.users.load_more_button')}
          href={href(location.url)}
          isLoading={list.isLoading}
          onLoad={() => void list.loadMore()}
        />
      )}
      {(selected.size > 0 || everything !== undefined) && (
        <BulkBar
          count={everything?.count ?? selected.size}
          hasMore={everything?.hasMore ?? false}
          isEverything={everything !== undefined}
          isPart={list.next !== undefined && list.ids.every((id) => selected.has(id))}
          onEverything={() => void selection.selectEverything()}
          onClear={selection.clear}
          onAct={(action, group) => void selection.act(action, group)}
        />
      )}
    </>
  )
}

/** The selected users, or all that match the filters, and what is being done to them. */
function useSelection({ query }: PageProps['location'], list: ReturnType<typeof useUserList>) {
  const app = useApp()
  const { t, alerts, modals, clock } = app
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [everything, setEverything] = useState<{ count: number; hasMore: boolean }>()
  const { progress, follow, dismiss } = useLastAction(() => void list.refresh())
  const filter = filterOf(query, clock.state.now)
  const clear = () => {
    setSelected(new Set())
    setEverything(undefined)
  }
  const act = async (action: BulkAction, group?: StoreRecord<'groups'>) => {
    const count = everything?.count ?? selected.size
    const isSure = await modals.confirm({
      title: t(`core.admin.users.bulk.${titles[action]}_title`, { count, group: group?.namePlural ?? '' }),
      text: t(`core.admin.users.bulk.${action === 'delete' ? 'delete' : 'confirm'}_text`),
      confirmLabel: t('core.admin.users.bulk.start_button'),
      isDanger: action === 'delete',
    })
    if (!isSure) return
    const users = everything ? { filter } : { ids: [...selected].map(Number) }
    try {
      follow(await startAction(app, { action, ...users, ...(group && { groupId: Number(group.id) }) }))
      clear()
    } catch (error) {
      alerts.showError(error)
    }
  }
  return {
    selected,
    everything,
    progress,
    dismiss,
    clear,
    act,
    select(ids: readonly string[], isSelected: boolean) {
      const next = new Set(selected)
      for (const id of ids) isSelected ? next.add(id) : next.delete(id)
      setSelected(next)
    },
    async selectEverything() {
      try {
        setEverything(await countUsers(app, filter))
      } catch (error) {
        alerts.showError(error)
      }
    },
  }
}

const titles: Readonly<Record<BulkAction, string>> = {
  confirm: 'confirm',
  addGroup: 'add_group',
  removeGroup: 'remove_group',
  logOut: 'log_out',
  delete: 'delete',
}

export default definePage({
  Component: UsersPage,
  head: (_, { t }) => ({ title: t('core.admin.users.title') }),
})
