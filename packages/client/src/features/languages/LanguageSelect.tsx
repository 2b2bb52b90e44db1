import { type ReactNode, useState } from 'react'
import { useApp } from '../../points/app-context.ts'
import { Field } from '../../ui/forms/Field.tsx'
import { chooseLanguage } from './choose-language.ts'

/** A field for the language of the forum's own texts. Hidden if there is only one. */
export function LanguageSelect(): ReactNode {
  const app = useApp()
  const { boot, t } = app
  const [chosen, setChosen] = useState(boot.locale)
  const locales = Object.entries(boot.locales)
  if (locales.length < 2) return null
  const choose = async (locale: string) => {
    setChosen(locale)
    if (!(await chooseLanguage(app, locale))) setChosen(boot.locale)
  }
  return (
    <Field label={t('core.forum.settings.language_label')}>
      {(control) => (
        <select
          {...control}
          className="Input"
          value={chosen}
          onChange={(event) => void choose(event.currentTarget.value)}
        >
          {locales.map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
