import { useApp } from '../../base/app-context.ts'
import { describeError, type ErrorReport } from '../../store/api-error.ts'
import { type Submit, useSubmit } from '../../ui/forms/use-submit.ts'
import { postedReport } from './posted-report.ts'

/**
 * Sends a form as JSON where scripts run; without them the browser posts it to its `action`. After success the page
 * loads anew, now as somebody else.
 * @param read the members of the body.
 * @param explain words of its own for a failure; the usual ones when it gives none.
 */
export function useFormPost(
  address: string,
  read: (data: FormData) => object,
  explain?: (error: unknown) => ErrorReport | undefined,
): Submit {
  const app = useApp()
  const { api, forum } = app
  return useSubmit(
    async (data) => {
      await api.request(address, { method: 'POST', body: read(data), asAnyone: true })
      reloadAsOther()
    },
    {
      explain,
      initialReport: () =>
        postedReport(app, (error) => explain?.(error) ?? describeError(error, forum.baseOrigin)),
    },
  )
}

/** Loads the page anew; from the forms' own pages on to the forum. */
export function reloadAsOther(): void {
  const { pathname } = window.location
  const formPage = /\/(login|register)$/
  if (formPage.test(pathname)) window.location.assign(pathname.replace(formPage, '/'))
  else window.location.reload()
}
