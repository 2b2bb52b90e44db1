import {
  Button,
  createResource,
  FormError,
  Modal,
  type ModalProps,
  type PostProps,
  TextAreaField,
  useApp,
  useSubmit,
} from '@parley/client'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { ReasonChoice } from './ReasonChoice.tsx'

/** Reports a post: a reason, details, and then a word of thanks. */
export function ReportModal({ post, close }: PostProps & ModalProps): ReactNode {
  const app = useApp()
  const { t } = app
  const [isSent, setIsSent] = useState(false)
  const [reason, setReason] = useState<string>()
  const formId = useId()
  const { form, report, isSending, handleSubmit } = useSubmit(async (data) => {
    const attributes = {
      reason: reason === 'other' ? null : reason,
      reasonDetail: String(data.get('reasonDetail') ?? '').trim() || null,
    }
    const relationships = {
      post: { data: { type: 'posts', id: post.id } },
      user: { data: { type: 'users', id: app.userId ?? '' } },
    } as const
    await createResource(app, 'flags', { attributes, relationships })
    setIsSent(true)
  })
  if (isSent) return <Thanks close={close} />
  const isOther = reason === 'other'
  return (
    <Modal
      title={t('flags.forum.flag_post.title')}
      close={close}
      closesOnBackdrop={false}
      footer={
        <Button
          type="submit"
          form={formId}
          variant="primary"
          isDisabled={reason === undefined}
          isLoading={isSending}
        >
          {t('flags.forum.flag_post.submit_button')}
        </Button>
      }
    >
      <form ref={form} id={formId} className="Form" onSubmit={handleSubmit}>
        <FormError report={report} />
        <ReasonChoice chosen={reason} onChoose={setReason} />
        {reason !== undefined && (
          <TextAreaField
            name="reasonDetail"
            label={t(`flags.forum.flag_post.reason_details_${isOther ? 'label' : 'optional_label'}`)}
            placeholder={isOther ? undefined : t('flags.forum.flag_post.reason_details_placeholder')}
            rows={3}
            maxLength={2000}
            required={isOther}
            // Details of white space say nothing: the server refuses the report as a whole.
            error={report?.fields.reasonDetail ?? report?.fields.message}
          />
        )}
      </form>
    </Modal>
  )
}

/** Says that the report has arrived. */
function Thanks({ close }: Pick<ModalProps, 'close'>): ReactNode {
  const { t } = useApp()
  const button = useRef<HTMLButtonElement>(null)
  // The modal has given the focus to the form, which is gone.
  useLayoutEffect(() => button.current?.focus(), [])
  return (
    <Modal
      title={t('flags.forum.flag_post.title')}
      close={close}
      footer={
        <Button ref={button} variant="primary" onClick={() => close()}>
          {t('flags.forum.flag_post.dismiss_button')}
        </Button>
      }
    >
      <p role="status">{t('flags.forum.flag_post.confirmation_message')}</p>
    </Modal>
  )
}
