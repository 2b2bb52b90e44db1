import type { ReactNode } from 'react'
import type { SettingFieldProps } from '../../../points/admin/setting-fields.ts'

/** The control of a setting of one text: also a switch, a number, a color or a list. */
export function SettingInput(props: SettingFieldProps): ReactNode {
  const { setting, value, onChange, control } = props
  const { field } = setting
  switch (field.kind) {
    case 'switch':
      return (
        <input
          {...control}
          className="Switch"
          type="checkbox"
          checked={value !== '' && value !== '0'}
          onChange={(event) => onChange(event.currentTarget.checked ? '1' : '')}
        />
      )
    case 'code':
      return (
        <textarea
          {...control}
          className="Input Input--code"
          dir="ltr"
          spellCheck={false}
          rows={8}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'longText':
    case 'list':
      return (
        <textarea
          {...control}
          className="Input"
          dir="auto"
          rows={field.kind === 'list' ? 5 : 3}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'number':
      return (
        <input
          {...control}
          className="Input Input--number"
          type="number"
          inputMode="numeric"
          min={field.min}
          max={field.max}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'color':
      return <ColorInput {...props} />
    default:
      return (
        <input
          {...control}
          className="Input"
          dir="auto"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}

/** A color, chosen from a palette or typed. */
function ColorInput({ setting, value, onChange, control }: SettingFieldProps): ReactNode {
  return (
    <span className="ColorInput">
      <input
        type="color"
        aria-label={setting.label}
        tabIndex={-1}
        value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#000000'}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <input
        {...control}
        className="Input"
        dir="ltr"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </span>
  )
}
