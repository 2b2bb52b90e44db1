import { type ReactNode, useState } from 'react'
import type { SettingFieldProps } from '../../../points/admin/setting-fields.ts'

/** The value of the option that lets administrators type another value. No setting has it, and HTML can contain it. */
const otherValue = '\u{e000}other'

/** A setting of one of several values, or of another one that is typed. */
export function ChoiceInput({ setting, value, onChange, control }: SettingFieldProps): ReactNode {
  const { options = [], other } = setting.field
  const isListed = options.some((option) => option.value === value)
  const [isTyping, setIsTyping] = useState(other !== undefined && !isListed)
  const isOther = other !== undefined && (isTyping || !isListed)
  const handleChange = (chosen: string) => {
    setIsTyping(chosen === otherValue)
    if (chosen !== otherValue) onChange(chosen)
  }
  return (
    <>
      <select
        {...control}
        className="Input"
        value={isOther ? otherValue : value}
        onChange={(event) => handleChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
        {!isListed && other === undefined && <option value={value}>{value}</option>}
        {other !== undefined && <option value={otherValue}>{other}</option>}
      </select>
      {isOther && (
        <input
          className="Input"
          dir="ltr"
          aria-label={other}
          aria-invalid={control['aria-invalid']}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </>
  )
}
