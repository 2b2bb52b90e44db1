import { isForumPath, type ResourceDocument } from '@parley/shared'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import { describeError, type ErrorReport } from '../../store/api-error.ts'
import { type Submit, useSubmit } from '../../ui/forms/use-submit.ts'
import { type LogInPlan, planAfterLogIn } from './after-log-in/log-in-plan.ts'
import { postedReport } from './posted-report.ts'
import { isFormPage, returnOf } from './return-path.ts'

/** A form that logs in or signs up. */
export interface FormPost {
  /** Absolute. */
  address: string
  /** Returns the members of the body. */
  read: (data: FormData, form: HTMLFormElement | null) => object
  /** Returns a report for an error; undefined uses the default report. */
  explain?: ((error: unknown) => ErrorReport | undefined) | undefined
  /** What goes on for the user. */
  plan: Omit<LogInPlan, 'path'>
}

/**
 * Sends a form as JSON; without scripts the browser posts it to its `action`. Loads the page anew after success,
 * because the session has another user.
 */
export function useFormPost({ address, read, explain, plan }: FormPost): Submit {
  const app = useApp()
  const { api, forum } = app
  const submit = useSubmit(
    async (data) => {
      const body = read(data, submit.form.current)
      const answer = await api.request(address, { method: 'POST', body, asAnyone: true })
      if (plan.isNew) await beginMembership(app, answer as ResourceDocument)
      leaveForm(app, plan, data.get('return'))
    },
    {
      explain,
      asksServer: plan.isNew === true,
      initialReport: () =>
        postedReport(app, (error) => explain?.(error) ?? describeError(error, forum.baseOrigin)),
    },
  )
  return submit
}

/**
 * What was written before the account existed counts as read, and the language that the guest chose stays. The account
 * works without that, too.
 */
async function beginMembership({ api, boot }: App, { data: { type, id } }: ResourceDocument): Promise<void> {
  const hasChosenLanguage = /(?:^|; )locale=/.test(document.cookie)
  const attributes = {
    markedAllAsReadAt: new Date().toISOString(),
    ...(hasChosenLanguage && { preferences: { locale: boot.locale } }),
  }
  const body = { data: { type, id, attributes } }
  await api.request(`/users/${id}`, { method: 'PATCH', body, asAnyone: true }).catch(() => {})
}

/** Loads the page that the form was opened on; from the form's own page the requested one. */
export function leaveForm(app: App, plan: FormPost['plan'], requested?: unknown): void {
  const { href, router } = app
  const { entry } = router.state
  if (isFormPage(entry.url)) {
    const asked = requested ?? returnOf(entry.location)
    const path = isForumPath(asked) && !isFormPage(asked) ? asked : '/'
    planAfterLogIn({ ...plan, path })
    window.location.assign(href(path))
    return
  }
  planAfterLogIn({ ...plan, path: entry.url })
  // A reload would bring the scroll position back, and the welcome stands at the top.
  if (plan.isNew) window.location.replace(window.location.pathname + window.location.search)
  else window.location.reload()
}
