import { type RefObject, useRef } from 'react'
import { useT } from '../../points/app-context.ts'
import { conflictIn, type ErrorReport } from '../../store/api-error.ts'

/** What a form's field began from, for `meta.from` of its request. */
export interface From {
  readonly from: RefObject<string>
  /** For `useSubmit`: shows at the field what another has made of the value; the next attempt replaces that. */
  explain: (error: unknown) => ErrorReport | undefined
}

/** Keeps a form from overwriting unknowingly what another has stored since it was opened. */
export function useFrom(name: string, value: string): From {
  const t = useT()
  const from = useRef(value)
  const explain = (error: unknown) => {
    const conflict = conflictIn(error, name)
    if (conflict === undefined) return undefined
    from.current = typeof conflict.current === 'string' ? conflict.current : ''
    const isEmpty = String(from.current === '')
    const text = t('core.lib.form.changed_meanwhile_message', { isEmpty, value: from.current })
    return { lines: [], fields: { [name]: text }, firstField: name }
  }
  return { from, explain }
}
