import { type ReactNode, useId } from 'react'
import { useApp } from '../app-context.ts'
import { FormError } from '../session/FormError.tsx'
import type { StoreRecord } from '../store/record.ts'
import { saveResource } from '../store/resources.ts'
import { useSessionUser } from '../store/use-forum.ts'
import { useRecord } from '../store/use-record.ts'
import { FormButtons } from '../ui/FormButtons.tsx'
import { Modal } from '../ui/Modal.tsx'
import type { ModalProps } from '../ui/modals.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { ADMINISTRATORS, groupIdsOf, userChanges } from './edit-user.ts'
import { EditUserFields } from './slots.ts'
import { userPath } from './user-path.ts'

interface EditUserModalProps extends ModalProps {
  user: StoreRecord<'users'>
}

/** Changes somebody's account. */
export function EditUserModal({ user: opened, close }: EditUserModalProps): ReactNode {
  const app = useApp()
  const { t } = app
  const formId = useId()
  const viewer = useSessionUser()
  const user = useRecord('users', opened.id) ?? opened
  const isProtected = groupIdsOf(user).includes(ADMINISTRATORS) && viewer?.isAdmin !== true
  const { form, report, isSending, handleSubmit } = useSubmit(async (data) => {
    const boxes = [...(form.current?.querySelectorAll<HTMLInputElement>('[type=checkbox][name]') ?? [])]
    const changes = userChanges(user, data, boxes.map(({ name }) => name).filter(isAttribute))
    if (changes !== undefined) await saveResource(app, user, changes)
    close()
    followSlug(user.id, userPath(user))
  })
  // Somebody who gets another name gets another address.
  const followSlug = (id: string, before: string) => {
    const now = app.store.get('users', id)
    const { path } = app.router.state.entry.location ?? {}
    if (now === undefined || path === undefined || userPath(now) === before || !path.startsWith(before))
      return
    void app.router.navigate(userPath(now) + path.slice(before.length), { replace: true })
  }
  return (
    <Modal
      title={t('core.lib.edit_user.title')}
      close={close}
      closesOnBackdrop={false}
      footer={
        <FormButtons
          formId={formId}
          submitLabel={t('core.lib.edit_user.submit_button')}
          isSending={isSending}
          close={close}
        />
      }
    >
      <form ref={form} id={formId} className="Form EditUserForm" onSubmit={handleSubmit}>
        <FormError report={report} />
        <EditUserFields user={user} errors={report?.fields ?? {}} isProtected={isProtected} />
        <p className="EditUserForm-nothing Muted">{t('core.lib.edit_user.nothing_available')}</p>
      </form>
    </Modal>
  )
}

function isAttribute(name: string): boolean {
  return name !== 'groups' && name !== 'setPassword'
}
