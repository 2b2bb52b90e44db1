import type { ReactNode } from 'react'
import type { ModalProps } from '../../base/modals.ts'
import { useT } from '../../points/app-context.ts'
import { Button } from '../buttons/Button.tsx'

interface FormButtonsProps extends ModalProps {
  /** `id` of the form in the modal's body. */
  formId: string
  submitLabel: string
  isSending: boolean
  /** Sending it may do harm. */
  isDanger?: boolean
}

/** The footer of a modal with a form. */
export function FormButtons({
  formId,
  submitLabel,
  isSending,
  isDanger,
  close,
}: FormButtonsProps): ReactNode {
  const t = useT()
  return (
    <>
      <Button onClick={() => close()}>{t('core.lib.modal.cancel')}</Button>
      <Button type="submit" form={formId} variant="primary" isDanger={isDanger} isLoading={isSending}>
        {submitLabel}
      </Button>
    </>
  )
}

/** The footer of a modal after its form was sent. Takes the focus, which the removed form had. */
export function DismissButton({ close, children }: ModalProps & { children: ReactNode }): ReactNode {
  return (
    <Button variant="primary" autoFocus onClick={() => close()}>
      {children}
    </Button>
  )
}
