import type { ReactNode } from 'react'
import type { ModalProps } from '../../base/modals.ts'
import { useT } from '../../points/app-context.ts'
import type { ComposerTarget } from '../../points/composer/composer-target.ts'
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
    <Modal title={t(titleOf(target))} close={close} closesOnBackdrop={false}>
      <LogInForm isModal values={values} target={target} />
    </Modal>
  )
}

/** The title says what the visitor wanted to do. */
function titleOf(target: ComposerTarget | undefined): string {
  if (target?.kind === 'reply') return 'core.forum.discussion_controls.log_in_to_reply_button'
  return target?.kind === 'discussion'
    ? 'core.forum.log_in.start_discussion_title'
    : 'core.forum.log_in.title'
}
