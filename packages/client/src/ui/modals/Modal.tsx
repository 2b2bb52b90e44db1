import { type MouseEvent, type ReactNode, useContext, useId, useLayoutEffect, useRef } from 'react'
import { useT } from '../../base/app-context.ts'
import type { ModalProps } from '../../base/modals.ts'
import { Button } from '../buttons/Button.tsx'
import { ClosingContext } from './ModalHost.tsx'

interface ModalFrameProps extends Pick<ModalProps, 'close'> {
  title: ReactNode
  /** Escape, backdrop and the close button end it. True unless said otherwise. */
  isDismissible?: boolean
  /** A click beside it ends it. Off where a slip would cost what was typed. */
  closesOnBackdrop?: boolean
  /** Asked before it is dismissed: `false` keeps it open. */
  confirmClose?: () => boolean | Promise<boolean>
  footer?: ReactNode
  children?: ReactNode
}

// Where people go on: the first field, else the first answer. The browser alone would choose the close button.
const FIRST_CONTROL =
  '.Modal-body :is(input:not([type=hidden], [readonly]), textarea, select):enabled, dialog:not(:has(.Modal-body input)) .Modal-footer button'

/** Opens a modal's `<dialog>`, and closes it as soon as the modal is closed. @returns attributes for it. */
export function useDialog() {
  const ref = useRef<HTMLDialogElement>(null)
  const isClosing = useContext(ClosingContext)
  useLayoutEffect(() => {
    if (isClosing) return
    const element = ref.current
    element?.showModal()
    return () => element?.close()
  }, [isClosing])
  return { ref, inert: isClosing }
}

/** The frame of a modal dialog. The browser's `<dialog>` keeps focus inside and gives it back. */
export function Modal(props: ModalFrameProps): ReactNode {
  const {
    title,
    isDismissible = true,
    closesOnBackdrop = true,
    confirmClose,
    footer,
    children,
    close,
  } = props
  const t = useT()
  const dialog = useDialog()
  const titleId = useId()
  const { ref } = dialog
  useLayoutEffect(() => ref.current?.querySelector<HTMLElement>(FIRST_CONTROL)?.focus(), [ref])
  const dismiss = async () => {
    if (isDismissible && (confirmClose === undefined || (await confirmClose()))) close()
  }
  const handleClick = (event: MouseEvent) => {
    if (closesOnBackdrop && event.target === ref.current) void dismiss()
  }
  return (
    // Keys reach the dialog as its `cancel` event; the click is about the backdrop only.
    <dialog
      {...dialog}
      className="Modal"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        void dismiss()
      }}
      onPointerDown={handleClick}
    >
      <header className="Modal-header">
        <h2 id={titleId}>{title}</h2>
        {isDismissible && (
          <Button icon="close" variant="quiet" isIconOnly isSmall onClick={dismiss}>
            {t('core.lib.modal.close')}
          </Button>
        )}
      </header>
      {children !== undefined && <div className="Modal-body">{children}</div>}
      {footer !== undefined && <footer className="Modal-footer">{footer}</footer>}
    </dialog>
  )
}
