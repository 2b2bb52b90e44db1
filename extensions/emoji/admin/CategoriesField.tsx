import { Checkbox, useT } from '@parley/client'
import type { SettingFieldProps } from '@parley/client/admin'
import type { ReactNode } from 'react'
import { type Category, categoryNames, parseCategories } from '../shared/categories.ts'

/** The categories in the picker: a list in JSON. At least one stays. */
export function CategoriesField({ value, onChange, control }: SettingFieldProps): ReactNode {
  const t = useT()
  const chosen = parseCategories(value) ?? categoryNames
  const toggle = (name: Category) => {
    const next = categoryNames.filter((each) => chosen.includes(each) !== (each === name))
    if (next.length > 0) onChange(JSON.stringify(next))
  }
  return (
    <fieldset
      className="EmojiCategories"
      id={control.id}
      aria-labelledby={`${control.id}-label`}
      aria-describedby={control['aria-describedby']}
    >
      {categoryNames.map((name) => (
        <Checkbox key={name} checked={chosen.includes(name)} onChange={() => toggle(name)}>
          {t(`emoji.admin.settings.emoji_categories.${name}`)}
        </Checkbox>
      ))}
    </fieldset>
  )
}
