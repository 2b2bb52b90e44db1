import type { Preferences } from '@parley/shared'
import { type ReactNode, useId } from 'react'
import { usePreferences } from './preferences.ts'
import { SaveMark } from './SaveMark.tsx'

interface SettingsSectionProps {
  title: ReactNode
  /** One line about the section. */
  text?: ReactNode
  children: ReactNode
}

/** A group of settings. Hidden while it is empty. */
export function SettingsSection({ title, text, children }: SettingsSectionProps): ReactNode {
  const id = useId()
  return (
    <section className="FormSection" aria-labelledby={id}>
      <div className="FormSection-intro">
        <h2 id={id}>{title}</h2>
        {text !== undefined && <p>{text}</p>}
      </div>
      <div className="FormSection-body">{children}</div>
    </section>
  )
}

interface SettingRowProps {
  label: ReactNode
  /** Current value of the setting. */
  text?: ReactNode
  /** Control that changes the setting. */
  children: ReactNode
}

/** A setting with its button. */
export function SettingRow({ label, text, children }: SettingRowProps): ReactNode {
  return (
    <div className="SettingRow">
      <span>
        {label}
        {text !== undefined && <small>{text}</small>}
      </span>
      {children}
    </div>
  )
}

interface PreferenceSwitchProps {
  /** Key of a boolean preference. */
  name: keyof Preferences
  /** Explains the setting if the label is not enough. */
  text?: ReactNode
  children: ReactNode
}

/** A switch for a boolean preference, saved at once. */
export function PreferenceSwitch({ name, text, children }: PreferenceSwitchProps): ReactNode {
  const { preferences, save } = usePreferences()
  if (preferences === undefined) return null
  return (
    <label className="SettingRow">
      <span>
        {children}
        {text !== undefined && <small>{text}</small>}
      </span>
      <SaveMark keys={[name]} />
      <input
        className="Switch"
        type="checkbox"
        checked={preferences[name] === true}
        onChange={(event) => void save({ [name]: event.currentTarget.checked })}
      />
    </label>
  )
}
