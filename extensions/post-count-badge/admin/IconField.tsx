import type { SettingFieldProps } from '@parley/client/admin'
import { type ReactNode, useEffect, useState } from 'react'
import { LevelIcon } from '../client/LevelIcon.tsx'
import { iconSetting, isIcon, levels } from '../shared/levels.ts'

/** Milliseconds without typing until the icon is loaded: each part of an address would be another one. */
const typingTime = 400

/** The icon of a level, with how it looks. */
export function IconField({ setting, value, onChange, control }: SettingFieldProps): ReactNode {
  const standard = levels.find(({ name }) => iconSetting(name) === setting.key)?.icon ?? ''
  const [shown, setShown] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setShown(value), typingTime)
    return () => clearTimeout(timer)
  }, [value])
  return (
    <div className="LevelIconField">
      <span className="LevelIconField-icon">
        {isIcon(shown.trim()) && <LevelIcon icon={shown.trim() || standard} />}
      </span>
      <input
        {...control}
        className="Input"
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={standard}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}
