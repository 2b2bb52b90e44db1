import { ApiError, FormError, useApp, useObservable, useSubmit } from '@parley/client'
import { AdminPageSection, type SourceEditorHandle } from '@parley/client/admin'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { listPath } from '../list/list-request.ts'
import { FormNotices } from './FormNotices.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { closeForm, type PageForm } from './page-form.ts'
import { SaveBar } from './SaveBar.tsx'
import { TextFields } from './TextFields.tsx'
import { VisibilityFields } from './VisibilityFields.tsx'

/** The form of a page. What is not saved stays in it while the tab shows the administration area. */
export function PageEditor({ form }: { form: PageForm }): ReactNode {
  const app = useApp()
  const { alerts, router, t } = app
  const { others } = useObservable(form)
  const editor = useRef<SourceEditorHandle>(null)
  const submit = useSubmit(
    async () => {
      const content = await editor.current?.finish()
      if (content === undefined) throw new UploadFailed()
      form.change({ content })
      const page = await form.save()
      const path = `${listPath}/${page.id}`
      if (path === form.url) return
      closeForm(app, form.id)
      alerts.show(t('pages.admin.edit_page.created_message'), { tone: 'success', timeout: 5000 })
      await router.navigate(path, { replace: true })
    },
    {
      staysOpen: true,
      // The notices say more, or an alert does.
      explain: (error) => (isTold(error, form) ? { lines: [], fields: {} } : undefined),
    },
  )
  const handleKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  const errors = submit.report?.fields ?? {}
  return (
    // The key is that of the button.
    <form
      ref={submit.form}
      className="PageEditor"
      aria-label={t('pages.admin.edit_page.title')}
      onSubmit={submit.handleSubmit}
      onKeyDown={handleKeyDown}
    >
      <FormError report={submit.report} />
      <FormNotices form={form} />
      <TextFields form={form} errors={errors} others={others} editor={editor} isSending={submit.isSending} />
      <AdminPageSection
        heading={t('pages.admin.edit_page.visibility_heading')}
        text={t('pages.admin.edit_page.visibility_text')}
      >
        <VisibilityFields form={form} />
      </AdminPageSection>
      <AdminPageSection
        heading={t('pages.admin.edit_page.place_heading')}
        text={t('pages.admin.edit_page.place_text')}
      >
        <PlaceFields form={form} errors={errors} />
      </AdminPageSection>
      <SaveBar form={form} isSending={submit.isSending} />
    </form>
  )
}

class UploadFailed extends Error {}

function isTold(error: unknown, { state: { isGone, others } }: PageForm): boolean {
  if (error instanceof UploadFailed) return true
  const status = error instanceof ApiError ? error.status : undefined
  return (status === 404 && isGone) || (status === 409 && others !== undefined)
}
