import type { ResourceDocument } from '@parley/shared'
import { type ReactNode, useId, useState } from 'react'
import type { ModalProps } from '../../base/modals.ts'
import { FormError } from '../../features/session/FormError.tsx'
import { useApp } from '../../points/app-context.ts'
import { Checkbox, InputField } from '../../ui/forms/Field.tsx'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Modal } from '../../ui/modals/Modal.tsx'

/** A form that creates an account for someone else. Closes with the name of the account. */
export function CreateUserModal({ close }: ModalProps): ReactNode {
  const { api, store, t } = useApp()
  const formId = useId()
  const [isInvited, setIsInvited] = useState(true)
  const { form, report, isSending, handleSubmit } = useSubmit(async (data) => {
    const username = String(data.get('username')).trim()
    const body = {
      username,
      email: String(data.get('email')).trim(),
      isEmailConfirmed: data.has('isEmailConfirmed'),
      ...(!isInvited && { password: data.get('password') }),
    }
    store.push(await api.request<ResourceDocument>('/admin/users', { method: 'POST', body }))
    close(username)
  })
  return (
    <Modal
      title={t('core.admin.create_user.title')}
      close={close}
      closesOnBackdrop={false}
      footer={
        <FormButtons
          formId={formId}
          submitLabel={t('core.admin.create_user.submit_button')}
          isSending={isSending}
          close={close}
        />
      }
    >
      <form ref={form} id={formId} className="Form" onSubmit={handleSubmit}>
        <FormError report={report} />
        <InputField
          label={t('core.admin.create_user.username_placeholder')}
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={report?.fields.username ?? ''}
        />
        <InputField
          label={t('core.admin.create_user.email_placeholder')}
          name="email"
          type="email"
          autoComplete="off"
          required
          error={report?.fields.email ?? ''}
        />
        <Checkbox checked={isInvited} onChange={(event) => setIsInvited(event.currentTarget.checked)}>
          {t('core.admin.create_user.use_random_password')}
        </Checkbox>
        {!isInvited && (
          <InputField
            label={t('core.admin.create_user.password_placeholder')}
            name="password"
            type="password"
            autoComplete="new-password"
            required
            error={report?.fields.password ?? ''}
          />
        )}
        <Checkbox name="isEmailConfirmed">{t('core.admin.create_user.email_confirmed_label')}</Checkbox>
      </form>
    </Modal>
  )
}
