import { type ReactNode, useId, useState } from 'react'
import type { ModalProps } from '../../base/modals.ts'
import { useSessionUser } from '../../base/records/use-forum.ts'
import { useApp } from '../../points/app-context.ts'
import { DismissButton, FormButtons } from '../../ui/forms/FormButtons.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Modal } from '../../ui/modals/Modal.tsx'
import { FormError } from '../session/FormError.tsx'

/** Sends the session user a mail with a link to choose a new password. */
export function ChangePasswordModal({ close }: ModalProps): ReactNode {
  const { t, api } = useApp()
  const formId = useId()
  const { email } = useSessionUser() ?? {}
  const [isSent, setIsSent] = useState(false)
  const { form, report, isSending, handleSubmit } = useSubmit(async () => {
    await api.request('/forgot', { method: 'POST', body: { email } })
    setIsSent(true)
  })
  return (
    <Modal
      title={t('core.forum.change_password.title')}
      close={close}
      footer={
        isSent ? (
          <DismissButton close={close}>{t('core.forum.change_password.dismiss_button')}</DismissButton>
        ) : (
          <FormButtons
            formId={formId}
            submitLabel={t('core.forum.change_password.send_button')}
            isSending={isSending}
            close={close}
          />
        )
      }
    >
      {isSent ? (
        <p role="status">{t('core.forum.change_password.sent_message', { email })}</p>
      ) : (
        <form ref={form} id={formId} className="Form" onSubmit={handleSubmit}>
          <FormError report={report} />
          <p>{t('core.forum.change_password.text', { email })}</p>
        </form>
      )}
    </Modal>
  )
}
