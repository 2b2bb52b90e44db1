import type { Preferences } from '@parley/shared'
import { type ReactNode, useId } from 'react'
import { usePreferences } from './preferences.ts'

interface SettingsSectionProps {
  title: ReactNode
  /** What it is about, in a line. */
  text?: ReactNode
  children: ReactNode
}

/** Settings that belong together. Not shown while nothing stands in it. */
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
  /** How it is now. */
  text?: ReactNode
  /** What changes it. */
  children: ReactNode
}

/** One setting with its button. */
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
  /** Key of a preference that is on or off. */
  name: keyof Preferences
  /** What the setting does, when the label alone does not say it. */
  text?: ReactNode
  children: ReactNode
}

/** A preference to switch on and off, saved at once. */
export function PreferenceSwitch({ name, text, children }: PreferenceSwitchProps): ReactNode {
  const { preferences, save } = usePreferences()
  if (preferences === undefined) return null
  return (
    <label className="SettingRow">
      <span>
        {children}
        {text !== undefined && <small>{text}</small>}
      </span>
      <input
        className="Switch"
        type="checkbox"
        checked={preferences[name] === true}
        onChange={(event) => void save({ [name]: event.currentTarget.checked })}
      />
    </label>
  )
}
