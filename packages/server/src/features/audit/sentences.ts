import type { AuditEntryChange, AuditValue } from '@parley/shared'
import type { Context } from '../../points/context/context.ts'
import type { AuditActionName } from '../../points/events/audit.ts'
import type { Setting } from '../../points/settings/settings.ts'
import { fieldOf, readChanges, type ShownChange } from './changes.ts'
import type { AuditEntryRow } from './table.ts'

/** Says in one sentence what an entry records. An action that nothing declares any more stands for itself. */
export function sentenceOf(row: AuditEntryRow, { forum, locale }: Context): string {
  const t = (key: string, params?: Record<string, unknown>) => forum.translate(key, params, locale)
  const actor = actorOf(row, t)
  const target = row.target_name ?? (row.target_type === null ? '' : t('core.audit.deleted_text'))
  const action = forum.points.audit.get(row.action as AuditActionName)
  return action
    ? t(action.text, { actor, target })
    : t('core.audit.unknown_action_text', { actor, action: row.action })
}

/** Returns the changes of an entry with the names of their fields; settings are named by their keys. */
export function labelledChanges(row: AuditEntryRow, { forum, locale }: Context): AuditEntryChange[] {
  const action = forum.points.audit.get(row.action as AuditActionName)
  const isSettings = action?.fields === 'settings'
  return readChanges(row).map((change) => {
    const setting = isSettings ? forum.points.settings.get(change.field) : undefined
    const label = fieldOf(action, change.field)?.label
    return {
      ...(setting ? settingChange(change, setting) : change),
      label: label === undefined ? change.field : forum.translate(label, undefined, locale),
    }
  })
}

/** The values of a switch as what they mean. */
function settingChange(change: ShownChange, setting: Setting): ShownChange {
  if (typeof setting.default !== 'boolean' || !('before' in change)) return change
  const read = (stored: AuditValue) => {
    const parsed = stored === null ? undefined : setting.schema.safeParse(stored)
    return parsed?.success ? parsed.data === true : stored
  }
  return { ...change, before: read(change.before), after: read(change.after) }
}

function actorOf({ actor_id, actor_name, origin }: AuditEntryRow, t: (key: string) => string): string {
  if (actor_id !== null) return actor_name ?? t('core.audit.deleted_text')
  if (origin === 'commandLine') return t('core.audit.command_line_text')
  return t(origin === 'job' ? 'core.audit.job_text' : 'core.audit.guest_text')
}
