import type {
  OverviewGroup,
  OverviewPart,
  OverviewParts,
  OverviewRow,
  PermissionOverview,
  PermissionRow,
  SettingRow,
} from '@parley/shared'
import { alertOnError, offerUndo } from '../../base/alerts.ts'
import type { App } from '../../points/app.ts'
import { ApiError } from '../../store/api-error.ts'
import { Observable } from '../../store/observable.ts'
import { findPermission } from './columns.ts'

/** API path of the permission grid. */
export const overviewPath = '/admin/permissions'

/** Ids of the groups that every forum has. */
const administrators = 1
export const everyone = 2
const members = 3

type Granted = Pick<PermissionRow, 'permission' | 'version'>

type Access = Pick<App, 'api' | 'alerts' | 't'>

/** The permissions and groups as the page shows them, and their changes. */
export class PermissionsModel extends Observable<PermissionOverview> {
  readonly #app: Access

  constructor(app: Access, overview: PermissionOverview) {
    super(overview)
    this.#app = app
  }

  /** Loads the current state. */
  async reload(): Promise<void> {
    this.set(await this.#app.api.request<PermissionOverview>(overviewPath))
  }

  /** Grants a permission to exactly these groups, and offers to undo that. */
  grant(row: PermissionRow, groupIds: readonly number[]): Promise<void> {
    return this.#save(async () => {
      await this.#sendGrant(row, groupIds)
      offerUndo(this.#app, this.#savedText(row), () => {
        const { version } = findPermission(this.state, row.permission) ?? { version: this.state.ungranted }
        return this.#sendGrant({ permission: row.permission, version }, row.groupIds)
      })
    })
  }

  /** Stores a setting of the grid, and offers to undo that. */
  choose(row: SettingRow, value: string): Promise<void> {
    return this.#save(async () => {
      await this.#sendSetting(row.setting, value)
      offerUndo(this.#app, this.#savedText(row), () => this.#sendSetting(row.setting, row.value))
    })
  }

  /** Gives a part of the forum permissions of its own, or deletes these. */
  restrict(
    { resource, attribute }: OverviewParts,
    { id, name }: OverviewPart,
    isRestricted: boolean,
  ): Promise<void> {
    return this.#save(async () => {
      const body = { data: { type: resource, id: String(id), attributes: { [attribute]: isRestricted } } }
      await this.#app.api.request(`/${resource}/${id}`, { method: 'PATCH', body })
      await this.reload()
      const saved = this.#app.t('core.admin.permissions.saved_message', { permission: name })
      this.#app.alerts.show(saved, { tone: 'success', timeout: 5000 })
    })
  }

  /** Moves a group to another place in the list of groups. */
  move(group: OverviewGroup, place: number): Promise<void> {
    const { position } = group
    return this.#save(async () => {
      await this.#sendPosition(group.id, positionAt(this.state.groups, group, place))
      const moved = this.#app.t('core.admin.permissions.group_moved_message', { group: group.namePlural })
      offerUndo(this.#app, moved, () => this.#sendPosition(group.id, position))
    })
  }

  /** Runs a change. What another administrator changed meanwhile is loaded and told. */
  async #save(change: () => Promise<void>): Promise<void> {
    await alertOnError(this.#app, async () => {
      try {
        await change()
      } catch (error) {
        // A part of the forum that was deleted meanwhile is no column any more.
        if (error instanceof ApiError && error.status === 404) await this.reload()
        if (!(error instanceof ApiError && error.status === 409)) throw error
        await this.reload()
        this.#app.alerts.show(error.errors[0]?.detail ?? '', { tone: 'warning' })
      }
    })
  }

  async #sendGrant({ permission, version }: Granted, groupIds: readonly number[]): Promise<void> {
    const body = { permission, groupIds, version }
    await this.#app.api.request('/permission', { method: 'POST', body })
    await this.reload()
  }

  async #sendSetting(setting: string, value: string): Promise<void> {
    await this.#app.api.request('/settings', { method: 'POST', body: { [setting]: value } })
    await this.reload()
  }

  async #sendPosition(id: number, position: number): Promise<void> {
    const body = { data: { type: 'groups', id: String(id), attributes: { position } } }
    await this.#app.api.request(`/groups/${id}`, { method: 'PATCH', body })
    await this.reload()
  }

  #savedText({ label }: OverviewRow): string {
    return this.#app.t('core.admin.permissions.saved_message', { permission: label })
  }
}

/** The position that puts a group at a place among the others, from 0. */
export function positionAt(groups: readonly OverviewGroup[], moved: OverviewGroup, place: number): number {
  const others = groups.filter(({ id }) => id !== moved.id)
  const before = others[place - 1]?.position
  const after = others[place]?.position
  if (before === undefined) return (after ?? 1) - 1
  return after === undefined ? before + 1 : (before + after) / 2
}

/** How a group stands to a permission, as its menu shows it. */
export interface GroupChoice {
  group: OverviewGroup
  isChecked: boolean
  /** Why it cannot be chosen: it always holds the permission, by another group, or never because of guests. */
  fixed: 'always' | 'inherited' | 'guests' | undefined
  /** The group that it holds the permission by. */
  by?: OverviewGroup
}

/** The groups of a permission's menu, in their order. */
export function choicesOf(row: PermissionRow, groups: readonly OverviewGroup[]): GroupChoice[] {
  return groups.map((group) => {
    if (group.id === administrators) return { group, isChecked: true, fixed: 'always' }
    const isGranted = row.groupIds.includes(group.id)
    const by = groups.find(({ id }) => group.inherits.includes(id) && row.groupIds.includes(id))
    if (isGranted) return { group, isChecked: true, fixed: undefined }
    if (by) return { group, isChecked: true, fixed: 'inherited', by }
    const isRefused = group.id === everyone && !row.guests
    return { group, isChecked: false, fixed: isRefused ? 'guests' : undefined }
  })
}

/** The groups to name in a row: without those that hold the permission by another. */
export function namedGroups(row: PermissionRow, groups: readonly OverviewGroup[]): OverviewGroup[] {
  return groups.filter(
    ({ id, inherits }) =>
      row.groupIds.includes(id) && !inherits.some((inherited) => row.groupIds.includes(inherited)),
  )
}

/** The groups that hold a permission once a choice is changed. */
export function toggled(row: PermissionRow, id: number): number[] {
  return row.groupIds.includes(id) ? row.groupIds.filter((each) => each !== id) : [...row.groupIds, id]
}

/** The name of a group among those that hold permissions: guests stand for everyone. */
export function holderName(group: OverviewGroup, t: App['t']): string {
  return group.id === everyone ? t('core.admin.permissions_controls.everyone_button') : group.namePlural
}

/** Whether a group belongs to every forum, so that it cannot be deleted. */
export function isBuiltIn({ id }: Pick<OverviewGroup, 'id'>): boolean {
  return id <= members
}

/** Whether a value is a number of minutes that no choice of the setting names. */
export function isOwnMinutes({ value, choices }: SettingRow): boolean {
  return /^\d+$/.test(value) && !choices.some((choice) => choice.value === value)
}
