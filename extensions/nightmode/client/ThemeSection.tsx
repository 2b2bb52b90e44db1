import {
  alertOnError,
  Field,
  PreferenceSwitch,
  SettingsSection,
  useApp,
  usePreferences,
} from '@parley/client'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Theme } from '../shared.ts'
import { load, useNight } from './toggles.tsx'

/** By theme. */
const options = ['auto', 'day', 'night']

/** The theme of a member, and whether it is that of this device only. */
export function ThemeSection(): ReactNode {
  const app = useApp()
  const { theme: name } = useNight()
  const theme = name === 'light' ? 1 : name === 'dark' ? 2 : 0
  const choose = (value: string) =>
    void alertOnError(app, async () => (await app.connection.load(load)).choose(app, Number(value) as Theme))
  const t = (key: string) => app.t(`nightmode.forum.user.settings.${key}`)
  useDevice()
  return (
    <SettingsSection title={t('heading')} text={t('description')}>
      <Field label={t('label')} help={t(`option_descriptions.${options[theme]}`)}>
        {(control) => (
          <select
            {...control}
            className="Input"
            value={theme}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            {options.map((name, value) => (
              <option key={name} value={value}>
                {t(`options.${name}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <PreferenceSwitch name="fofNightMode_perDevice" text={t('device_specific_setting_checkbox_tooltip')}>
        {t('device_specific_setting_checkbox')}
      </PreferenceSwitch>
    </SettingsSection>
  )
}

/** Keeps the theme in the browser as soon as the preference says so, and as long. */
function useDevice(): void {
  const app = useApp()
  const isOn = usePreferences().preferences?.fofNightMode_perDevice === true
  const was = useRef(isOn)
  useEffect(() => {
    if (was.current === isOn) return
    was.current = isOn
    void alertOnError(app, async () => (await app.connection.load(load)).keepForDevice(app, isOn))
  }, [app, isOn])
}
