import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import { describeError, type ErrorReport } from '../../store/api-error.ts'

export interface SubmitOptions {
  /** A report of the form's own for an error; `undefined` gives the default report. */
  explain?: ((error: unknown) => ErrorReport | undefined) | undefined
  /** Errors of the form from before it was rendered here. */
  initialReport?: () => ErrorReport | undefined
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
 * @param send closes the modal or leaves the page on success.
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

  const submit = async (data: FormData) => {
    setIsSending(true)
    try {
      await send(data)
    } catch (error) {
      setReport(options.explain?.(error) ?? describeError(error, forum.baseOrigin))
      setIsSending(false)
    }
  }
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    const faults = findFaults(event.currentTarget, t)
    if (faults === undefined) void submit(new FormData(event.currentTarget))
    else setReport(faults)
  }
  return { isSending, report, form, handleSubmit }
}

/** Reports the fields that the browser would refuse, in the words of the forum. */
function findFaults(form: HTMLFormElement, t: App['t']): ErrorReport | undefined {
  const fields: Record<string, string> = {}
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue
    const key = faultOf(field.validity)
    if (key !== undefined) fields[field.name] ??= t(key)
  }
  const [firstField] = Object.keys(fields)
  return firstField === undefined ? undefined : { lines: [], fields, firstField }
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
