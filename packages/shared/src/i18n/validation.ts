import type { Translator } from './translator.ts'

/**
 * The text of a failed rule: message `validation.<rule>` with its `:name` placeholders filled;
 * `:attribute` is the name of the field (`validation.attributes.<field>`, else the field in words).
 * `rule` is the end of a key: `required`, `min.string`.
 */
export function validationMessage(
  { t, has }: Pick<Translator, 't' | 'has'>,
  rule: string,
  field: string,
  params: Record<string, string | number> = {},
): string {
  const name = `validation.attributes.${field}`
  const attribute = has(name) ? t(name) : field.replaceAll('_', ' ')
  return t(`validation.${rule}`).replace(/:([a-z]+)/g, (placeholder, param: string) => {
    if (param === 'attribute') return attribute
    return Object.hasOwn(params, param) ? String(params[param]) : placeholder
  })
}
