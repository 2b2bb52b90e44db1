import type { ReactNode } from 'react'
import type { ComposerTarget } from '../../base/composer/composer-target.ts'
import type { ModalProps } from '../../base/modals.ts'
import { useT } from '../../points/app-context.ts'
import { Modal } from '../../ui/modals/Modal.tsx'
import { LogInForm } from './LogInForm.tsx'
import type { SessionFormValues } from './links.ts'

interface LogInModalProps extends ModalProps {
  values: SessionFormValues
  target: ComposerTarget | undefined
}

export function LogInModal({ values, target, close }: LogInModalProps): ReactNode {
  const t = useT()
  return (
    <Modal title={t('core.forum.log_in.title')} close={close} closesOnBackdrop={false}>
      <LogInForm isModal values={values} target={target} />
    </Modal>
  )
}
