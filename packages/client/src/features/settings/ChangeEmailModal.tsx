import { type ReactNode, useId, useState } from 'react'
import type { ModalProps } from '../../base/modals.ts'
import { useSessionUser } from '../../base/records/use-forum.ts'
import { useApp } from '../../points/app-context.ts'
import { ApiError, type ErrorReport } from '../../store/api-error.ts'
import { saveResource } from '../../store/resources.ts'
import { InputField } from '../../ui/forms/Field.tsx'
import { DismissButton, FormButtons } from '../../ui/forms/FormButtons.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Modal } from '../../ui/modals/Modal.tsx'
import { FormError } from '../session/FormError.tsx'

/** A form for a new email address, which takes effect once it is confirmed by mail. */
export function ChangeEmailModal({ close }: ModalProps): ReactNode {
  const app = useApp()
  const { t } = app
  const formId = useId()
  const user = useSessionUser()
  const [sentTo, setSentTo] = useState<string>()
  const { form, report, isSending, handleSubmit } = useSubmit(
    async (data) => {
      const email = String(data.get('email')).trim()
      if (user === undefined || email === user.email) return close()
      const meta = { password: data.get('password') }
      await saveResource(app, user, { attributes: { email } }, { meta })
      setSentTo(email)
    },
    { explain },
  )
  const isSent = sentTo !== undefined
  return (
    <Modal
      title={t('core.forum.change_email.title')}
      close={close}
      closesOnBackdrop={isSent}
      footer={
        isSent ? (
          <DismissButton close={close}>{t('core.forum.change_email.dismiss_button')}</DismissButton>
        ) : (
          <FormButtons
            formId={formId}
            submitLabel={t('core.forum.change_email.submit_button')}
            isSending={isSending}
            close={close}
          />
        )
      }
    >
      {isSent ? (
        <p role="status">{t('core.forum.change_email.confirmation_message', { email: sentTo })}</p>
      ) : (
        <form ref={form} id={formId} className="Form" onSubmit={handleSubmit}>
          <FormError report={report} />
          <InputField
            label={t('core.forum.change_email.email_label')}
            name="email"
            type="email"
            autoComplete="email"
            required
            error={report?.fields.email}
          />
          <InputField
            // The key clears a wrong password for the next attempt.
            key={report?.key === undefined ? 'first' : 'again'}
            label={t('core.forum.change_email.confirm_password_placeholder')}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            error={report?.fields.password}
          />
        </form>
      )}
    </Modal>
  )
}

function explain(error: unknown): ErrorReport | undefined {
  if (!(error instanceof ApiError) || error.status !== 401) return undefined
  const key = 'core.forum.change_email.incorrect_password_message'
  return { key, lines: [], fields: {}, firstField: 'password' }
}
