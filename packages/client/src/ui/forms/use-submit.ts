import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import { describeError, type ErrorReport, type FieldErrors, withFaults } from '../../store/api-error.ts'

export interface SubmitOptions {
  /** A report of the form's own for an error; `undefined` gives the default report. */
  explain?: ((error: unknown) => ErrorReport | undefined) | undefined
  /** Errors of the form from before it was rendered here. */
  initialReport?: () => ErrorReport | undefined
  /**
   * Whether the server judges the other fields when the browser refuses some: one round then tells all faults. Only
   * for forms whose fields the server checks as the browser does, but for those with the attribute `data-browser-rule`.
   */
  asksServer?: boolean
  /** Whether the form stays when it was sent, and can be sent again. */
  staysOpen?: boolean
}

export interface Submit {
  isSending: boolean
  report: ErrorReport | undefined
  /** For the form's `ref`. */
  form: { current: HTMLFormElement | null }
  handleSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * Sends a form, one request at a time. After a failure the form can be sent again, and the first field that the answer
 * names takes the focus.
 * @param send closes the modal or leaves the page on success, unless the form stays open.
 */
export function useSubmit(send: (data: FormData) => Promise<void>, options: SubmitOptions = {}): Submit {
  const { forum, t } = useApp()
  const [isSending, setIsSending] = useState(false)
  const [report, setReport] = useState(() => options.initialReport?.())
  const form = useRef<HTMLFormElement>(null)

  // Without scripts the browser's own messages help.
  useEffect(() => {
    if (form.current !== null) form.current.noValidate = true
  })
  useEffect(() => {
    if (report?.firstField !== undefined) fieldOf(form.current, report.firstField)?.focus()
  }, [report])

  const submit = async (data: FormData, faults: FieldErrors) => {
    setIsSending(true)
    try {
      await send(data)
      if (options.staysOpen) {
        setReport(undefined)
        setIsSending(false)
      }
    } catch (error) {
      const answer = options.explain?.(error) ?? describeError(error, forum.baseOrigin)
      setReport(withFaults(answer, faults, [...data.keys()]))
      setIsSending(false)
    }
  }
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    const { faults, isRestFilled, isFinal } = judgeFields(event.currentTarget, t)
    const names = Object.keys(faults)
    const isSent = names.length === 0 || (options.asksServer && isRestFilled && !isFinal)
    if (isSent) void submit(new FormData(event.currentTarget), faults)
    else setReport(withFaults({ lines: [], fields: {} }, faults, names))
  }
  return { isSending, report, form, handleSubmit }
}

interface Judgement {
  /** The fields that the browser would refuse, in the words of the forum. */
  faults: FieldErrors
  /** Whether the browser accepts a field with text: only the server knows its faults. */
  isRestFilled: boolean
  /** Whether the server would accept a field that the browser refuses: it has the attribute `data-browser-rule`. */
  isFinal: boolean
}

function judgeFields(form: HTMLFormElement, t: App['t']): Judgement {
  const faults: Record<string, string> = {}
  let [isRestFilled, isFinal] = [false, false]
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue
    const key = faultOf(field.validity)
    if (key !== undefined) {
      faults[field.name] ??= t(key)
      isFinal ||= 'browserRule' in field.dataset
    } else if (field.type !== 'hidden' && field.value !== '') isRestFilled = true
  }
  return { faults, isRestFilled, isFinal }
}

function faultOf({ valueMissing, typeMismatch }: ValidityState): string | undefined {
  if (valueMissing) return 'core.lib.form.missing_message'
  return typeMismatch ? 'core.lib.form.email_message' : undefined
}

function fieldOf(form: HTMLFormElement | null, name: string): HTMLElement | undefined {
  const found = form?.elements.namedItem(name)
  const field = found instanceof RadioNodeList ? found[0] : found
  return field instanceof HTMLElement ? field : undefined
}
