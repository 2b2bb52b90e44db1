import { type ReactNode, useId } from 'react'
import type { ModalProps } from '../../base/modals.ts'
import { useApp } from '../../points/app-context.ts'
import { createResource } from '../../store/resources.ts'
import { InputField } from '../../ui/forms/Field.tsx'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Modal } from '../../ui/modals/Modal.tsx'
import { FormError } from '../session/FormError.tsx'

/** A form that creates a developer token. Closes with the token's record. */
export function NewTokenModal({ close }: ModalProps): ReactNode {
  const app = useApp()
  const { t } = app
  const formId = useId()
  const { form, report, isSending, handleSubmit } = useSubmit(async (data) => {
    const attributes = { title: String(data.get('title')).trim() }
    close(await createResource(app, 'access-tokens', { attributes }))
  })
  return (
    <Modal
      title={t('core.forum.security.new_access_token_modal.title')}
      close={close}
      closesOnBackdrop={false}
      footer={
        <FormButtons
          formId={formId}
          submitLabel={t('core.forum.security.new_access_token_modal.submit_button')}
          isSending={isSending}
          close={close}
        />
      }
    >
      <form ref={form} id={formId} className="Form" onSubmit={handleSubmit}>
        <FormError report={report} />
        <InputField
          label={t('core.forum.security.new_access_token_modal.title_placeholder')}
          help={t('core.forum.security.new_access_token_modal.title_help')}
          name="title"
          dir="auto"
          autoComplete="off"
          required
          maxLength={150}
          error={report?.fields.title}
        />
      </form>
    </Modal>
  )
}
