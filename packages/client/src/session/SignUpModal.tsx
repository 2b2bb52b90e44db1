import type { ReactNode } from 'react'
import { useT } from '../app-context.ts'
import { Modal } from '../ui/Modal.tsx'
import type { ModalProps } from '../ui/modals.ts'
import type { SessionFormValues } from './links.ts'
import { SignUpForm } from './SignUpForm.tsx'

interface SignUpModalProps extends ModalProps {
  values: SessionFormValues
}

export function SignUpModal({ values, close }: SignUpModalProps): ReactNode {
  const t = useT()
  return (
    <Modal title={t('core.forum.sign_up.title')} close={close} closesOnBackdrop={false}>
      <SignUpForm isModal values={values} />
    </Modal>
  )
}
