import type { ReactNode } from 'react'
import { useT } from '../app-context.ts'
import { Modal } from '../ui/Modal.tsx'
import type { ModalProps } from '../ui/modals.ts'
import { SignUpForm } from './SignUpForm.tsx'

export function SignUpModal({ close }: ModalProps): ReactNode {
  const t = useT()
  return (
    <Modal title={t('core.forum.sign_up.title')} close={close} closesOnBackdrop={false}>
      <SignUpForm isModal />
    </Modal>
  )
}
