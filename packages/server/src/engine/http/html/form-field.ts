import type { Problem } from '../../../infrastructure/errors.ts'
import type { Escaped } from '../../../infrastructure/xml/escaped.ts'
import { html } from './html.ts'

/** A field of a form on a page that works without the client. */
export interface FormFieldOptions {
  label: string
  help?: string
  type?: string
  autocomplete?: string
  value?: string
  /** All errors of the form. Those that point at this field appear below it. */
  problems?: readonly Problem[]
}

/** Renders a labelled text field with its help and errors. The field of the form's first error has the focus. */
export function formField(name: string, options: FormFieldOptions): Escaped {
  const { label, help, type = 'text', autocomplete = 'off', value = '', problems = [] } = options
  const errors = problems.filter(({ pointer }) => pointer?.endsWith(`/${name}`)).map(({ detail }) => detail)
  const isFirst = problems[0]?.pointer?.endsWith(`/${name}`) ?? false
  const described = [help && `${name}-help`, errors.length > 0 && `${name}-error`].filter(Boolean).join(' ')
  return html`<div class="Field">
<label class="Field-label" for="${name}">${label}</label>
<input class="Input" id="${name}" type="${type}" name="${name}" value="${value}" autocomplete="${autocomplete}" required${invalid(errors.length > 0)}${isFirst ? html` autofocus` : undefined}${described === '' ? undefined : html` aria-describedby="${described}"`}>
${help === undefined ? undefined : html`<p class="Field-help" id="${name}-help">${help}</p>`}
${errors.length === 0 ? undefined : html`<p class="Field-error" id="${name}-error">${errors.join(' ')}</p>`}
</div>`
}

function invalid(isInvalid: boolean): Escaped | undefined {
  return isInvalid ? html` aria-invalid="true"` : undefined
}
