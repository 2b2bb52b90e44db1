import { type ReactNode, useId } from 'react'
import type { ModalProps } from '../../base/modals.ts'
import { useApp } from '../../points/app-context.ts'
import type { StoreRecord } from '../../store/record.ts'
import { InputField } from '../../ui/forms/Field.tsx'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { useFrom } from '../../ui/forms/use-from.ts'
import { useSubmit } from '../../ui/forms/use-submit.ts'
import { Modal } from '../../ui/modals/Modal.tsx'
import { FormError } from '../session/FormError.tsx'
import { renameDiscussion } from './actions.ts'

interface RenameModalProps extends ModalProps {
  discussion: StoreRecord<'discussions'>
}

/** A form that renames a discussion. */
export function RenameModal({ discussion, close }: RenameModalProps): ReactNode {
  const app = useApp()
  const { t } = app
  const formId = useId()
  const { from, explain } = useFrom('title', discussion.title)
  const { form, report, isSending, handleSubmit } = useSubmit(
    async (data) => close(await renameDiscussion(app, discussion, String(data.get('title')), from.current)),
    { explain },
  )
  return (
    <Modal
      title={t('core.forum.rename_discussion.title')}
      close={close}
      closesOnBackdrop={false}
      footer={
        <FormButtons
          formId={formId}
          submitLabel={t('core.forum.rename_discussion.submit_button')}
          isSending={isSending}
          close={close}
        />
      }
    >
      <form ref={form} id={formId} className="Form" onSubmit={handleSubmit}>
        <FormError report={report} />
        <InputField
          label={t('core.forum.rename_discussion.title_label')}
          name="title"
          dir="auto"
          autoComplete="off"
          defaultValue={discussion.title}
          error={report?.fields.title}
        />
      </form>
    </Modal>
  )
}
