import { useApp, useObservable } from '@parley/client'
import { UnsavedBar } from '@parley/client/admin'
import type { ReactNode } from 'react'
import { listPath } from '../list/list-request.ts'
import { closeForm, type PageForm } from './page-form.ts'

/** Saves the changes of a page, or discards them after a question. */
export function SaveBar({ form, isSending }: { form: PageForm; isSending: boolean }): ReactNode {
  const app = useApp()
  const { t, modals, router } = app
  const { savedAt } = useObservable(form)
  const discard = async () => {
    const isSure = await modals.confirm({
      title: t('pages.admin.edit_page.discard_confirmation'),
      confirmLabel: t('core.admin.settings.discard_button'),
      isDanger: true,
    })
    if (!isSure) return
    form.discard()
    if (!form.state.isGone) return
    closeForm(app, form.id)
    await router.navigate(listPath)
  }
  return (
    <UnsavedBar
      submitLabel={t('pages.admin.edit_page.submit_button')}
      count={form.changes.length}
      isSaving={isSending}
      savedAt={savedAt}
      onDiscard={() => void discard()}
    />
  )
}
