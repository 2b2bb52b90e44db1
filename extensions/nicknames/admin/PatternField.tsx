import { Icon, useT } from '@parley/client'
import type { SettingFieldProps } from '@parley/client/admin'
import type { ReactNode } from 'react'

/** A regular expression. One that is not valid can be saved: the server does without it, and the field says so. */
export function PatternField({ value, onChange, control }: SettingFieldProps): ReactNode {
  const t = useT()
  const id = `${control.id}-pattern`
  const isInvalid = !isPattern(value)
  return (
    <>
      <input
        {...control}
        className="Input Input--code"
        type="text"
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        aria-invalid={isInvalid || control['aria-invalid']}
        aria-describedby={
          [control['aria-describedby'], isInvalid && id].filter(Boolean).join(' ') || undefined
        }
      />
      <div role="status">
        {isInvalid && (
          <p className="Field-error" id={id}>
            <Icon name="warn" isSmall />
            {t('nicknames.admin.settings.regex_message')}
          </p>
        )}
      </div>
    </>
  )
}

/** Whether the server will use a pattern: it compiles it in the same two ways. */
function isPattern(pattern: string): boolean {
  return ['u', ''].some((flags) => {
    try {
      return Boolean(new RegExp(pattern, flags))
    } catch {
      return false
    }
  })
}
