import type { ReactNode } from 'react'
import type { ModalProps } from '../../base/modals.ts'
import { useT } from '../../points/app-context.ts'
import type { ComposerTarget } from '../../points/composer/composer-target.ts'
import { Modal } from '../../ui/modals/Modal.tsx'
import type { SessionFormValues } from './links.ts'
import { SignUpForm } from './SignUpForm.tsx'

interface SignUpModalProps extends ModalProps {
  values: SessionFormValues
  target: ComposerTarget | undefined
}

export function SignUpModal({ values, target, close }: SignUpModalProps): ReactNode {
  const t = useT()
  return (
    <Modal title={t('core.forum.sign_up.title')} close={close} closesOnBackdrop={false}>
      <SignUpForm isModal values={values} target={target} />
    </Modal>
  )
}
