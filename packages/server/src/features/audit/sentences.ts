import type { AuditEntryChange, AuditValue } from '@parley/shared'
import { type Context, translatorOf } from '../../points/context/context.ts'
import type { AuditActionName } from '../../points/events/audit.ts'
import { optionsOf } from '../../points/settings/setting-form.ts'
import type { Setting } from '../../points/settings/settings.ts'
import { fieldOf, readChanges, type ShownChange } from './changes.ts'
import type { AuditEntryRow } from './table.ts'

/** Says in one sentence what an entry records. An action that is no longer declared is shown by its name. */
export function sentenceOf(row: AuditEntryRow, context: Context): string {
  const t = translatorOf(context)
  const actor = actorOf(row, t)
  const target = row.target_name ?? (row.target_type === null ? '' : t('core.audit.deleted_text'))
  const action = context.forum.points.audit.get(row.action as AuditActionName)
  return action
    ? t(action.text, { actor, target })
    : t('core.audit.unknown_action_text', { actor, action: row.action })
}

/** Returns the changes of an entry with the names of their fields. A setting without a form is named by its key. */
export function labelledChanges(row: AuditEntryRow, context: Context): AuditEntryChange[] {
  const { audit, settings } = context.forum.points
  const t = translatorOf(context)
  const action = audit.get(row.action as AuditActionName)
  return readChanges(row).map((change) => {
    const setting = action?.fields === 'settings' ? settings.get(change.field) : undefined
    const { label, isTime } = fieldOf(action, change.field) ?? {}
    return {
      ...(setting ? settingChange(change, setting, context) : change),
      ...(isTime && 'before' in change && { isTime }),
      label: label === undefined ? (settingLabel(setting, t) ?? change.field) : t(label),
    }
  })
}

/** The label of a setting behind that of its section: 'Password' alone does not say which one. */
function settingLabel(setting: Setting | undefined, t: (key: string) => string): string | undefined {
  if (!setting?.form) return undefined
  const { section, label } = setting.form
  return section ? `${t(section.heading)} › ${t(label)}` : t(label)
}

/** The values of a switch as what they mean, those of a choice by the names of the options. */
function settingChange(change: ShownChange, setting: Setting, context: Context): ShownChange {
  if (!('before' in change)) return change
  const options = setting.form && optionsOf(setting.form.field, context)
  const read = (stored: AuditValue) => {
    if (typeof setting.default === 'boolean') {
      const parsed = stored === null ? undefined : setting.schema.safeParse(stored)
      return parsed?.success ? parsed.data === true : stored
    }
    const option = options?.find(({ value }) => value === stored)
    if (!option) return stored
    return 'label' in option ? translatorOf(context)(option.label) : option.name
  }
  return { ...change, before: read(change.before), after: read(change.after) }
}

function actorOf({ actor_id, actor_name, origin }: AuditEntryRow, t: (key: string) => string): string {
  if (actor_id !== null) return actor_name ?? t('core.audit.deleted_text')
  if (origin === 'commandLine') return t('core.audit.command_line_text')
  return t(origin === 'job' ? 'core.audit.job_text' : 'core.audit.guest_text')
}
