import { partOf } from '../../points/access/permission-parts.ts'
import { everyone } from '../../points/context/actor.ts'
import { type Context, translatorOf } from '../../points/context/context.ts'
import type { SettingTypes } from '../../points/settings/setting-types.ts'
import { nameOf } from '../groups/names.ts'
import type { GroupRow } from '../groups/table.ts'

/** The text of a setting's value that choices of the grid compare with. */
export function storedText(value: unknown): string {
  return typeof value === 'boolean' ? (value ? '1' : '0') : String(value ?? '')
}

/** The label of a permission, also of one for a part of the forum; its name if it has none. */
export function permissionLabel(name: string, context: Context): string {
  const { permissions, permissionParts } = context.forum.points
  const translate = translatorOf(context)
  const label = permissions.get(name)?.label
  if (label !== undefined) return translate(label)
  const scoped = partOf(name, permissionParts)
  const part = scoped && permissionParts.get(scoped.kind)?.nameOf(scoped.id, context)
  if (!scoped || part === undefined) return name
  const permission = permissionLabel(scoped.permission, context)
  return translate('core.admin.permissions.in_part_label', { permission, part })
}

/** What a setting of the grid is called and set to, in words. */
export function settingInWords(key: string, context: Context): { setting: string; value: string } {
  const translate = translatorOf(context)
  const declared = context.forum.points.permissionSettings.get(key)
  const value = storedText(context.forum.settings.get(key as keyof SettingTypes))
  const choice = declared?.choices.find((each) => each.value === value)
  const minutes = declared?.takesMinutes && /^\d+$/.test(value) ? Number(value) : undefined
  return {
    setting: declared ? translate(declared.label) : key,
    value: choice
      ? translate(choice.label)
      : minutes === undefined
        ? value
        : translate('core.admin.permissions_controls.allow_some_minutes_button', { count: minutes }),
  }
}

/** The title of the extension with this id; null for a feature of the core. */
export function extensionTitle(owner: string, { forum }: Context): string | null {
  return forum.extensions.installed.find(({ id }) => id === owner)?.title ?? null
}

/** The name of a group as one that holds permissions: to guests means to everyone. */
export function groupLabel(group: Pick<GroupRow, 'id' | 'name_plural'>, context: Context): string {
  if (group.id === everyone) return translatorOf(context)('core.admin.permissions_controls.everyone_button')
  return nameOf(group.name_plural, context)
}
