import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useApp } from '../app-context.ts'
import { FormError } from '../session/FormError.tsx'
import { describeError, type ErrorReport } from '../store/api-error.ts'
import type { StoreRecord } from '../store/record.ts'
import { Button } from '../ui/Button.tsx'
import { InputField } from '../ui/Field.tsx'
import { Modal } from '../ui/Modal.tsx'
import type { ModalProps } from '../ui/modals.ts'
import { renameDiscussion } from './actions.ts'

interface RenameModalProps extends ModalProps {
  discussion: StoreRecord<'discussions'>
}

/** Gives a discussion another title. */
export function RenameModal({ discussion, close }: RenameModalProps): ReactNode {
  const app = useApp()
  const { t } = app
  const formId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isSending, setIsSending] = useState(false)
  const [report, setReport] = useState<ErrorReport>()

  const rename = async (title: string) => {
    setIsSending(true)
    try {
      close(await renameDiscussion(app, discussion, title))
    } catch (error) {
      setReport(describeError(error, window.location.origin))
      setIsSending(false)
      input.current?.focus()
    }
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSending) void rename(input.current?.value ?? '')
  }

  return (
    <Modal
      title={t('core.forum.rename_discussion.title')}
      close={close}
      closesOnBackdrop={false}
      footer={
        <>
          <Button onClick={() => close()}>{t('core.lib.modal.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" isLoading={isSending}>
            {t('core.forum.rename_discussion.submit_button')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={handleSubmit}>
        <FormError report={report} />
        <InputField
          ref={input}
          label={t('core.forum.rename_discussion.title_label')}
          name="title"
          dir="auto"
          autoComplete="off"
          autoFocus
          defaultValue={discussion.title}
          error={report?.fields.title}
        />
      </form>
    </Modal>
  )
}
