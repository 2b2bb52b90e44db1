import { useApp } from '../../points/app-context.ts'
import { describeError, type ErrorReport } from '../../store/api-error.ts'
import { type Submit, useSubmit } from '../../ui/forms/use-submit.ts'
import { postedReport } from './posted-report.ts'

/**
 * Sends a form as JSON; without scripts the browser posts it to its `action`. Reloads the page after success, because
 * the session has another user.
 * @param read returns the members of the body.
 * @param explain returns a report for an error; undefined uses the default report.
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
      reloadAfterLogIn()
    },
    {
      explain,
      initialReport: () =>
        postedReport(app, (error) => explain?.(error) ?? describeError(error, forum.baseOrigin)),
    },
  )
}

/** Reloads the page, or opens the home page from the pages of the forms. */
export function reloadAfterLogIn(): void {
  const { pathname } = window.location
  const formPage = /\/(login|register)$/
  if (formPage.test(pathname)) window.location.assign(pathname.replace(formPage, '/'))
  else window.location.reload()
}
