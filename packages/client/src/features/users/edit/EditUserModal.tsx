import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { ModalProps } from '../../../base/modals.ts'
import { useRecord } from '../../../base/records/use-record.ts'
import { useApp } from '../../../points/app-context.ts'
import type { StoreRecord } from '../../../store/record.ts'
import { saveResource } from '../../../store/resources.ts'
import { FormButtons } from '../../../ui/forms/FormButtons.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { Modal } from '../../../ui/modals/Modal.tsx'
import { FormError } from '../../session/FormError.tsx'
import { EditUserFields } from '../slots.ts'
import { userPath } from '../user-path.ts'
import { userChanges } from './edit-user.ts'

interface EditUserModalProps extends ModalProps {
  user: StoreRecord<'users'>
}

/** A form that changes a user's account. */
export function EditUserModal({ user: given, close }: EditUserModalProps): ReactNode {
  const app = useApp()
  const { t } = app
  const formId = useId()
  const user = useRecord('users', given.id) ?? given
  const opened = useRef<FormData>(undefined)
  const { form, report, isSending, handleSubmit } = useSubmit(async (data) => {
    const boxes = [...(form.current?.querySelectorAll<HTMLInputElement>('[type=checkbox][name]') ?? [])]
    const changes = userChanges(user, data, boxes.map(({ name }) => name).filter(isAttribute), opened.current)
    if (changes !== undefined) await saveResource(app, user, changes)
    close()
    followSlug(user.id, userPath(user))
  })
  useEffect(() => {
    opened.current = new FormData(form.current ?? undefined)
  }, [form])
  // A new username changes the path of the user's page.
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
        <EditUserFields user={user} errors={report?.fields ?? {}} />
        <p className="EditUserForm-nothing Muted">{t('core.lib.edit_user.nothing_available')}</p>
      </form>
    </Modal>
  )
}

function isAttribute(name: string): boolean {
  return name !== 'groups' && name !== 'setPassword'
}
