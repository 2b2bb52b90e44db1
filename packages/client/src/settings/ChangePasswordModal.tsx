import { type ReactNode, useId, useState } from 'react'
import { useApp } from '../app-context.ts'
import { FormError } from '../session/FormError.tsx'
import { useSessionUser } from '../store/use-forum.ts'
import { DismissButton, FormButtons } from '../ui/FormButtons.tsx'
import { Modal } from '../ui/Modal.tsx'
import type { ModalProps } from '../ui/modals.ts'
import { useSubmit } from '../ui/use-submit.ts'

/** Sends the mail with a link to choose a new password: whoever reads the account's mail may. */
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
