import {
  FormButtons,
  FormError,
  InputField,
  Modal,
  type ModalProps,
  saveResource,
  useApp,
  useSessionUser,
  useSubmit,
} from '@parley/client'
import { type ReactNode, useId } from 'react'

/** A form for the own nickname. Closes without saving when the name stays as it is. */
export function ChangeNicknameModal({ close }: ModalProps): ReactNode {
  const app = useApp()
  const { t, alerts } = app
  const formId = useId()
  const user = useSessionUser()
  const { form, report, isSending, handleSubmit } = useSubmit(async (data) => {
    const nickname = String(data.get('nickname'))
    if (user === undefined || nickname === user.displayName) return close()
    await saveResource(app, user, { attributes: { nickname } })
    close()
    alerts.show(t('nicknames.forum.change_nickname.done_message'), { tone: 'success' })
  })
  return (
    <Modal
      title={t('nicknames.forum.change_nickname.title')}
      close={close}
      closesOnBackdrop={false}
      footer={
        <FormButtons
          formId={formId}
          submitLabel={t('nicknames.forum.change_nickname.submit_button')}
          isSending={isSending}
          close={close}
        />
      }
    >
      <form ref={form} id={formId} className="Form" onSubmit={handleSubmit}>
        <FormError report={report} />
        <InputField
          label={t('nicknames.forum.settings.nickname_label')}
          help={t('nicknames.forum.change_nickname.nickname_text')}
          name="nickname"
          autoComplete="nickname"
          dir="auto"
          spellCheck={false}
          autoFocus
          defaultValue={user?.displayName}
          error={report?.fields.nickname ?? ''}
        />
      </form>
    </Modal>
  )
}
