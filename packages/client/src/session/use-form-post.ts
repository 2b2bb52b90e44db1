import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useApp } from '../app-context.ts'
import { describeError, type ErrorReport } from '../store/api-error.ts'
import { postedReport } from './posted-report.ts'

interface FormPost {
  isSending: boolean
  report: ErrorReport | undefined
  /** For the form's `ref`. */
  form: { current: HTMLFormElement | null }
  handleSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * Sends a form as JSON where scripts run; without them the browser posts it to its `action`. After success the page
 * loads anew, now as somebody else. After a failure the first field named by the answer takes the focus.
 * @param read the members of the body.
 * @param explain words of its own for a failure; the usual ones when it gives none.
 */
export function useFormPost(
  address: string,
  read: (data: FormData) => object,
  explain?: (error: unknown) => ErrorReport | undefined,
): FormPost {
  const app = useApp()
  const { api, forum } = app
  const describe = (error: unknown) => explain?.(error) ?? describeError(error, forum.baseOrigin)
  const [isSending, setIsSending] = useState(false)
  const [report, setReport] = useState(() => postedReport(app, describe))
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (report?.firstField === undefined) return
    const field = form.current?.elements.namedItem(report.firstField)
    if (field instanceof HTMLElement) field.focus()
  }, [report])

  const send = async (body: object) => {
    setIsSending(true)
    try {
      await api.request(address, { method: 'POST', body })
      leave()
    } catch (error) {
      setReport(describe(error))
      setIsSending(false)
    }
  }
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isSending) void send(read(new FormData(event.currentTarget)))
  }
  return { isSending, report, form, handleSubmit }
}

/** Loads the page anew; from the forms' own pages on to the forum. */
function leave(): void {
  const { pathname } = window.location
  const isFormPage = /\/(login|register)$/.test(pathname)
  if (isFormPage) window.location.assign(pathname.replace(/\/(login|register)$/, '/'))
  else window.location.reload()
}
