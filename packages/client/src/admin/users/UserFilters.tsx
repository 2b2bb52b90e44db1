import type { FormEvent, ReactNode } from 'react'
import { assignableGroups } from '../../features/users/edit/edit-user.ts'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Field } from '../../ui/forms/Field.tsx'
import { listAddress, usersPath } from './list-request.ts'
import { UserListFilters } from './slots.ts'

interface UserFiltersProps {
  values: URLSearchParams
  /** Names of the filters that the viewer may use, and the menu of orders. */
  offered: { filters: readonly string[]; sorts: readonly { sort: string; label: string }[] }
}

const seenChoices = ['7', '30', '-30', '-365', 'never'] as const

/** The search and the filters of the list: a form that leads to another address, also without a script. */
export function UserFilters({ values, offered }: UserFiltersProps): ReactNode {
  const { t, href, router } = useApp()
  const follow = (form: HTMLFormElement) => {
    const entries = [...new FormData(form)]
    void router.navigate(listAddress(entries), { replace: true })
  }
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    follow(event.currentTarget)
  }
  const handleChange = (event: FormEvent<HTMLFormElement>) => {
    if (event.target instanceof HTMLSelectElement) follow(event.currentTarget)
  }
  const isSearch = (values.get('q') ?? '') !== ''
  return (
    <search>
      <form
        // Another address has other values.
        key={values.toString()}
        className="UserFilters"
        action={href(usersPath)}
        onSubmit={handleSubmit}
        onChange={handleChange}
      >
        <div className="UserFilters-search">
          <input
            className="Input"
            type="search"
            name="q"
            maxLength={150}
            aria-label={t('core.admin.users.search_placeholder')}
            placeholder={t('core.admin.users.search_placeholder')}
            defaultValue={values.get('q') ?? ''}
          />
          <Button type="submit" icon="search" variant="outline" isIconOnly>
            {t('core.admin.users.filters.search_button')}
          </Button>
        </div>
        <GroupChoice value={values.get('group') ?? ''} />
        {offered.filters.includes('unconfirmed') && (
          <Choice
            name="unconfirmed"
            value={values.get('unconfirmed') ?? ''}
            choices={[
              ['', t('core.admin.users.filters.any_text')],
              ['1', t('core.admin.users.filters.unconfirmed_text')],
              ['0', t('core.admin.users.filters.confirmed_text')],
            ]}
          />
        )}
        {offered.filters.includes('lastSeenSince') && (
          <Choice
            name="seen"
            value={values.get('seen') ?? ''}
            choices={[
              ['', t('core.admin.users.filters.any_text')],
              ...seenChoices.map((choice): Option => [choice, seenText(choice, t)]),
            ]}
          />
        )}
        <UserListFilters values={values} filters={offered.filters} />
        {!isSearch && (
          <Choice
            name="sort"
            value={values.get('sort') ?? ''}
            choices={[
              ['', t('core.admin.users.filters.sort.default')],
              ...offered.sorts.map(({ sort, label }): Option => [sort, label]),
            ]}
          />
        )}
      </form>
    </search>
  )
}

function seenText(choice: string, t: App['t']): string {
  const days = Number(choice)
  if (choice === 'never') return t('core.admin.users.filters.never_seen_text')
  return days > 0
    ? t('core.admin.users.filters.seen_text', { days })
    : t('core.admin.users.filters.not_seen_text', { days: -days })
}

type Option = readonly [value: string, label: string]

function GroupChoice({ value }: { value: string }): ReactNode {
  const { t, store } = useApp()
  const groups = assignableGroups(store.all('groups'))
  return (
    <Choice
      name="group"
      value={value}
      choices={[
        ['', t('core.admin.users.filters.any_text')],
        ...groups.map(({ id, namePlural }): Option => [id, namePlural]),
      ]}
    />
  )
}

interface ChoiceProps {
  name: 'group' | 'unconfirmed' | 'seen' | 'sort'
  value: string
  choices: readonly Option[]
}

function Choice({ name, value, choices }: ChoiceProps): ReactNode {
  const { t } = useApp()
  return (
    <Field label={t(`core.admin.users.filters.${name}_label`)}>
      {(control) => (
        <select {...control} className="Input" name={name} defaultValue={value}>
          {choices.map(([choice, label]) => (
            <option key={choice} value={choice}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
