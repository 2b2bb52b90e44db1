import type { AuditEntryChange, AuditValue } from '@parley/shared'
import { exactTime } from '@parley/shared/i18n'
import type { ReactNode } from 'react'
import { Rich } from '../../base/i18n/Rich.tsx'
import { useRelated } from '../../base/records/use-record.ts'
import { useObservable } from '../../base/use-observable.ts'
import { useApp } from '../../points/app-context.ts'
import type { StoreRecord } from '../../store/record.ts'
import { TimeTip } from '../../ui/menus/Tip.tsx'
import { type AuditFilters, filteredPath } from './audit-requests.ts'

/** An entry: what was done, what it changed, when and from where. */
export function AuditEntryItem({ entry }: { entry: StoreRecord<'audit-entries'> }): ReactNode {
  const { t } = useApp()
  const { text, changes, omittedFields, origin, ipAddress, createdAt } = entry
  return (
    <li className="AuditEntry">
      <h2 className="AuditEntry-text">{text}</h2>
      {changes.length > 0 && (
        <ul className="AuditEntry-changes">
          {changes.map((change) => (
            <li key={change.field}>
              <Change change={change} flag={entry.action === 'settings.changed' ? switchTexts : flagTexts} />
            </li>
          ))}
          {omittedFields > 0 && <li>{t('core.admin.audit.omitted_text', { count: omittedFields })}</li>}
        </ul>
      )}
      <ul className="AuditEntry-facts">
        <li>
          <TimeTip value={createdAt} />
        </li>
        <li>{t(`core.admin.audit.origin_${origin}_text`)}</li>
        {ipAddress !== null && (
          <li>
            <bdi>{ipAddress}</bdi>
          </li>
        )}
        <MoreLinks entry={entry} />
      </ul>
    </li>
  )
}

/** Links to the other entries of the same actor, and about the same target. */
function MoreLinks({ entry }: { entry: StoreRecord<'audit-entries'> }): ReactNode {
  const { t } = useApp()
  const actor = useRelated(entry, 'actor', 'users')
  const { targetType, targetId, targetName } = entry
  return (
    <>
      {actor && (
        <FilterLink filters={{ actor: actor.username }}>
          {t('core.admin.audit.by_link', { name: actor.displayName })}
        </FilterLink>
      )}
      {targetType !== null && targetName !== null && (
        <FilterLink filters={{ target: `${targetType}:${targetId}` }}>
          {t('core.admin.audit.about_link', { name: targetName })}
        </FilterLink>
      )}
    </>
  )
}

function FilterLink({ filters, children }: { filters: AuditFilters; children: string }): ReactNode {
  const { href } = useApp()
  return (
    <li>
      <a href={href(filteredPath(filters))} dir="auto">
        {children}
      </a>
    </li>
  )
}

/** Locale keys of the values of a field that is true or false. */
type FlagTexts = readonly [no: string, yes: string]

const flagTexts: FlagTexts = ['core.admin.audit.no_text', 'core.admin.audit.yes_text']
const switchTexts: FlagTexts = ['core.admin.audit.off_text', 'core.admin.audit.on_text']

/** Says in words how a field changed. */
function Change({ change, flag }: { change: AuditEntryChange; flag: FlagTexts }): ReactNode {
  const field = <bdi className="AuditEntry-field">{change.label}</bdi>
  if ('isSecret' in change) return <Rich id="core.admin.audit.secret_text" params={{ field }} />
  if ('isRedacted' in change) return <Rich id="core.admin.audit.redacted_text" params={{ field }} />
  const Shown = change.isTime ? TimeValue : Value
  const before = <Shown value={change.before} flag={flag} />
  const after = <Shown value={change.after} flag={flag} />
  if (isNothing(change.before)) return <Rich id="core.admin.audit.set_text" params={{ field, after }} />
  if (isNothing(change.after)) return <Rich id="core.admin.audit.unset_text" params={{ field, before }} />
  return <Rich id="core.admin.audit.changed_text" params={{ field, before, after }} />
}

function isNothing(value: AuditValue): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

interface ValueProps {
  value: AuditValue
  flag: FlagTexts
}

/** A time in the reader's language and time zone. */
function TimeValue({ value, flag }: ValueProps): ReactNode {
  const { clock } = useApp()
  const { translator } = useObservable(clock)
  if (typeof value !== 'string' || isNothing(value)) return <Value value={value} flag={flag} />
  return (
    <time className="AuditEntry-value" dateTime={value}>
      {exactTime(new Date(value), translator)}
    </time>
  )
}

function Value({ value, flag }: ValueProps): ReactNode {
  const { t, translator } = useApp()
  if (isNothing(value)) return <em>{t('core.admin.audit.nothing_text')}</em>
  if (typeof value === 'boolean') return <b>{t(flag[value ? 1 : 0])}</b>
  const text = Array.isArray(value) ? new Intl.ListFormat(translator.locale).format(value) : String(value)
  return <bdi className="AuditEntry-value">{text}</bdi>
}
