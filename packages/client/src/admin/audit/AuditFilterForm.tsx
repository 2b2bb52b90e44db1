import type { ResourceObject } from '@parley/shared'
import type { FormEvent, ReactNode } from 'react'
import { useApp } from '../../points/app-context.ts'
import { Button, LinkButton } from '../../ui/buttons/Button.tsx'
import { Field, InputField } from '../../ui/forms/Field.tsx'
import { type AuditFilters, auditPath, filteredPath, readFilters } from './audit-requests.ts'

const origins = ['session', 'token', 'apiKey', 'guest', 'commandLine', 'job'] as const

interface AuditFilterFormProps {
  filters: AuditFilters
  /** The actions that the log records, with `text`. */
  actions: readonly ResourceObject[]
}

/** The filters of the list. Without a script the browser sends the form to the page. */
export function AuditFilterForm({ filters, actions }: AuditFilterFormProps): ReactNode {
  const { t, href, router } = useApp()
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const query = new URLSearchParams(new FormData(event.currentTarget) as unknown as Record<string, string>)
    void router.navigate(filteredPath(readFilters({ query })))
  }
  const actionOptions = actions.map(({ id, attributes }) => [id, String(attributes?.text)] as const)
  const originOptions = origins.map((name) => [name, t(`core.admin.audit.origin_${name}_text`)] as const)
  return (
    <search>
      <form className="AuditFilters" action={href(auditPath)} onSubmit={handleSubmit}>
        {filters.target !== undefined && <input type="hidden" name="target" value={filters.target} />}
        <InputField
          name="actor"
          label={t('core.admin.audit.actor_label')}
          defaultValue={filters.actor}
          dir="auto"
          autoComplete="off"
          maxLength={100}
        />
        <ChoiceField
          name="action"
          label={t('core.admin.audit.action_label')}
          any={t('core.admin.audit.any_action_option')}
          options={actionOptions}
          selected={filters.action}
        />
        <ChoiceField
          name="origin"
          label={t('core.admin.audit.origin_label')}
          any={t('core.admin.audit.any_origin_option')}
          options={originOptions}
          selected={filters.origin}
        />
        <InputField
          name="since"
          type="date"
          label={t('core.admin.audit.since_label')}
          defaultValue={filters.since}
        />
        <InputField
          name="until"
          type="date"
          label={t('core.admin.audit.until_label')}
          defaultValue={filters.until}
        />
        <div className="AuditFilters-buttons">
          <Button type="submit" variant="primary">
            {t('core.admin.audit.filter_button')}
          </Button>
          {Object.keys(filters).length > 0 && (
            <LinkButton variant="quiet" href={href(auditPath)}>
              {t('core.admin.audit.clear_link')}
            </LinkButton>
          )}
        </div>
      </form>
    </search>
  )
}

interface ChoiceFieldProps {
  name: string
  label: string
  /** Label of the choice that filters nothing. */
  any: string
  options: readonly (readonly [value: string, text: string])[]
  selected: string | undefined
}

function ChoiceField({ name, label, any, options, selected }: ChoiceFieldProps): ReactNode {
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} className="Input" name={name} defaultValue={selected ?? ''}>
          <option value="">{any}</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
