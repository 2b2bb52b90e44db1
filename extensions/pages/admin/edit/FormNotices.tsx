import { Alert, Button, useApp, useObservable } from '@parley/client'
import type { ReactNode } from 'react'
import type { PageForm } from './page-form.ts'

/** What another administrator has done to the page meanwhile, with the choices that there are. */
export function FormNotices({ form }: { form: PageForm }): ReactNode {
  const { alerts, t } = useApp()
  const { others, isGone } = useObservable(form)
  const takeOthers = () => {
    const own = form.takeOthers()
    alerts.show(t('pages.admin.edit_page.others_taken_message'), { undo: () => form.change(own) })
  }
  return (
    // The live region must exist before its first announcement.
    <div role="alert">
      {others !== undefined && (
        <Alert
          tone="warning"
          controls={
            <>
              <Button onClick={() => form.keepOwn()}>{t('pages.admin.edit_page.keep_own_button')}</Button>
              <Button onClick={takeOthers}>{t('pages.admin.edit_page.take_others_button')}</Button>
            </>
          }
        >
          {t('pages.admin.edit_page.conflict_message')}
        </Alert>
      )}
      {isGone && <Alert tone="warning">{t('pages.admin.edit_page.gone_message')}</Alert>}
    </div>
  )
}
