import type { ComponentProps, ReactNode } from 'react'

interface ColorInputProps {
  /** Attributes of the text: they link it to label, help and error. */
  control: ComponentProps<'input'>
  label: string
  value: string
  onChange: (value: string) => void
}

/** A color, chosen from a palette or typed. */
export function ColorInput({ control, label, value, onChange }: ColorInputProps): ReactNode {
  return (
    <span className="ColorInput">
      <input
        type="color"
        aria-label={label}
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
