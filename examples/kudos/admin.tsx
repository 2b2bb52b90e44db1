import {
  defineClientExtension,
  Field,
  loadDocument,
  MenuItem,
  UserCell,
  UserListActions,
  UserListCells,
  UserListFilters,
  UserListHeads,
  type UserProps,
  useApp,
  useLateDocument,
  useObservable,
  useT,
} from '@parley/client'
import { DashboardPart, DashboardParts } from '@parley/client/admin'
import { type ReactNode, useEffect } from 'react'
import { GroupsField } from './GroupsField.tsx'
import { KudosList } from './KudosList.tsx'
import type { Kudos } from './shared.ts'

export type * from './shared.ts'

const latest = '/admin/kudos'

export default defineClientExtension({
  settingFields: { 'kudos-groups': GroupsField },
  adminPages: {
    kudos: {
      path: '/kudos',
      section: 'extensions',
      label: 'kudos.admin.title',
      icon: 'kudos',
      requests: () => [latest],
      page: () => import('./kudos-page.tsx'),
    },
  },
  slots: [
    DashboardParts.add('kudos', LatestKudos),
    UserListHeads.add('kudos', KudosHead),
    UserListCells.add('kudos', KudosCell),
    UserListFilters.add('kudos', KudosFilter),
    UserListActions.add('kudos', GiveItem, { priority: 75 }),
  ],
})

/** The part of the dashboard. */
function LatestKudos(): ReactNode {
  const { api, t } = useApp()
  const document = useLateDocument(latest)
  useEffect(() => void document.load(api), [document, api])
  const loaded = useObservable(document) as { kudos: readonly Kudos[] } | undefined
  return (
    <DashboardPart title={t('kudos.admin.latest_heading')}>
      {loaded && <KudosList kudos={loaded.kudos} />}
    </DashboardPart>
  )
}

function KudosHead(): ReactNode {
  const t = useT()
  return <th scope="col">{t('kudos.admin.title')}</th>
}

function KudosCell({ user }: UserProps): ReactNode {
  const t = useT()
  return <UserCell label={t('kudos.admin.title')}>{user.kudosCount ?? 0}</UserCell>
}

function KudosFilter({ values }: { values: URLSearchParams }): ReactNode {
  const t = useT()
  return (
    <Field label={t('kudos.admin.title')}>
      {(control) => (
        <select {...control} className="Input" name="hasKudos" defaultValue={values.get('hasKudos') ?? ''}>
          <option value="">{t('kudos.admin.any_text')}</option>
          <option value="1">{t('kudos.admin.some_text')}</option>
          <option value="0">{t('kudos.admin.none_text')}</option>
        </select>
      )}
    </Field>
  )
}

function GiveItem({ user }: UserProps): ReactNode {
  const app = useApp()
  const { t, api, alerts } = app
  if (!user.canGiveKudos) return null
  const give = async () => {
    try {
      await api.request(`/users/${user.id}/kudos`, { method: 'POST' })
      await loadDocument(app, `/users/${user.id}`)
      alerts.show(t('kudos.admin.given_message', { username: user.displayName }), { tone: 'success' })
    } catch (error) {
      alerts.showError(error)
    }
  }
  return (
    <MenuItem icon="kudos" onSelect={() => void give()}>
      {t('kudos.admin.give_button')}
    </MenuItem>
  )
}
