import type {} from '../../features/frame/early-clicks.ts'

/**
 * Returns what was typed or chosen in the form of settings before hydration, by setting. Read it before its fields hydrate:
 * React puts some of them back.
 */
export function typedSoFar(): ReadonlyMap<string, string> {
  const typed = new Map<string, string>()
  if (typeof window === 'undefined' || window.earlyClick === undefined) return typed
  const form = document.querySelector<HTMLFormElement>('form.SettingsForm')
  for (const field of form?.elements ?? []) {
    const value = changedValue(field)
    const name = field.getAttribute('name')
    if (name && value !== undefined) typed.set(name, value)
  }
  return typed
}

/** The value of a field, '1' or '' of a switch; undefined if it is that of the server's HTML. */
function changedValue(field: Element): string | undefined {
  if (field instanceof HTMLInputElement && field.type === 'checkbox') {
    if (field.checked === field.defaultChecked) return undefined
    return field.checked ? '1' : ''
  }
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    return field.value === field.defaultValue ? undefined : field.value
  }
  if (!(field instanceof HTMLSelectElement)) return undefined
  const initial = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0]
  return field.value === initial?.value ? undefined : field.value
}
