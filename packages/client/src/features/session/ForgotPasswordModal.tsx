import { type ReactNode, useId, useState } from 'react'
import type { ModalProps } from '../../base/modals.ts'
import { useApp } from '../../points/app-context.ts'
import { ApiError, type ErrorReport } from '../../store/api-error.ts'
import { InputField } from '../../ui/forms/Field.tsx'
import { DismissButton, FormButtons } from '../../ui/forms/FormButtons.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Modal } from '../../ui/modals/Modal.tsx'
import { FormError } from './FormError.tsx'
import type { SessionFormValues } from './links.ts'

interface ForgotPasswordModalProps extends ModalProps {
  values: SessionFormValues
}

/** A form that requests a mail with a link to choose a new password. */
export function ForgotPasswordModal({ values, close }: ForgotPasswordModalProps): ReactNode {
  const { t, api } = useApp()
  const formId = useId()
  const [isSent, setIsSent] = useState(false)
  const { form, report, isSending, handleSubmit } = useSubmit(
    async (data) => {
      await api.request('/forgot', { method: 'POST', body: { email: data.get('email') } })
      setIsSent(true)
    },
    { explain },
  )
  return (
    <Modal
      title={t('core.forum.forgot_password.title')}
      close={close}
      closesOnBackdrop={isSent}
      footer={
        isSent ? (
          <DismissButton close={close}>{t('core.forum.forgot_password.dismiss_button')}</DismissButton>
        ) : (
          <FormButtons
            formId={formId}
            submitLabel={t('core.forum.forgot_password.submit_button')}
            isSending={isSending}
            close={close}
          />
        )
      }
    >
      {isSent ? (
        <p role="status">{t('core.forum.forgot_password.email_sent_message')}</p>
      ) : (
        <form ref={form} id={formId} className="Form" onSubmit={handleSubmit}>
          <FormError report={report} />
          <p>{t('core.forum.forgot_password.text')}</p>
          <InputField
            label={t('core.forum.forgot_password.email_placeholder')}
            name="email"
            type="email"
            autoComplete="email"
            required
            defaultValue={values.email}
            error={report?.fields.email}
          />
        </form>
      )}
    </Modal>
  )
}

function explain(error: unknown): ErrorReport | undefined {
  if (!(error instanceof ApiError) || error.status !== 404) return undefined
  return { key: 'core.forum.forgot_password.not_found_message', lines: [], fields: {}, firstField: 'email' }
}
