import { Checkbox, useApp } from '@parley/client'
import type { SettingFieldProps } from '@parley/client/admin'
import type { ReactNode } from 'react'

/** Guests and members: accounts are never assigned to these groups. */
const implied = ['2', '3']

/** A setting that is some of the groups, with a line for each id. */
export function GroupsField({ value, onChange, control }: SettingFieldProps): ReactNode {
  const { store } = useApp()
  const assigned = store.all('groups').filter(({ id }) => !implied.includes(id))
  const chosen = value.split('\n').filter((id) => id !== '')
  const toggle = (id: string) => {
    const isChosen = chosen.includes(id)
    onChange((isChosen ? chosen.filter((other) => other !== id) : [...chosen, id]).join('\n'))
  }
  return (
    <fieldset
      className="KudosGroups"
      id={control.id}
      aria-labelledby={`${control.id}-label`}
      aria-describedby={control['aria-describedby']}
    >
      {assigned.map(({ id, namePlural }) => (
        <Checkbox key={id} checked={chosen.includes(id)} onChange={() => toggle(id)}>
          {namePlural}
        </Checkbox>
      ))}
    </fieldset>
  )
}
