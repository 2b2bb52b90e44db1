import type { ReactNode } from 'react'
import type { ConfirmOptions, ModalProps } from '../../base/modals.ts'
import { useT } from '../../points/app-context.ts'
import { Button } from '../buttons/Button.tsx'
import { Modal } from './Modal.tsx'

/** Asks before an action that cannot be undone. Opened by `app.modals.confirm`. */
export function ConfirmDialog(props: ConfirmOptions & ModalProps): ReactNode {
  const { title, text, confirmLabel, cancelLabel, isDanger, close } = props
  const t = useT()
  return (
    <Modal
      title={title}
      close={close}
      footer={
        <>
          <Button onClick={() => close(false)}>{cancelLabel ?? t('core.lib.modal.cancel')}</Button>
          <Button variant="primary" isDanger={isDanger} onClick={() => close(true)}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {text === undefined ? undefined : <p>{text}</p>}
    </Modal>
  )
}
