import { type MouseEvent, type ReactNode, useContext, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ModalProps } from '../../base/modals.ts'
import { useObservable } from '../../base/use-observable.ts'
import { useApp } from '../../points/app-context.ts'
import { Button } from '../buttons/Button.tsx'
import { AlertHost } from '../feedback/Alert.tsx'
import { ClosingContext } from './ModalHost.tsx'

interface ModalFrameProps extends Pick<ModalProps, 'close'> {
  title: ReactNode
  /** Whether Escape, the backdrop and the close button dismiss it; true by default. */
  isDismissible?: boolean
  /** Whether a click on the backdrop dismisses it. False where a slip would lose typed text. */
  closesOnBackdrop?: boolean
  /** Called before a dismissal; `false` keeps the modal open. */
  confirmClose?: () => boolean | Promise<boolean>
  footer?: ReactNode
  children?: ReactNode
}

// Gets the initial focus: the first field, otherwise the first button of the footer, else the dialog. Browsers choose the
// close button.
const firstControl =
  '.Modal-body :is(input:not([type=hidden], [type=range], [readonly]), textarea, select):enabled, dialog:not(:has(.Modal-body input)) .Modal-footer button'

/** Opens a modal's `<dialog>`, and closes it with the modal. @returns the dialog's attributes. */
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

/** The frame of a modal dialog. The browser's `<dialog>` traps the focus and restores it. */
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
  const { t, modals } = useApp()
  const dialog = useDialog()
  const [depth] = useState(() => modals.open.length)
  const isTop = useObservable(modals, ({ open }) => open.length) === depth
  const titleId = useId()
  const { ref } = dialog
  useLayoutEffect(
    () => (ref.current?.querySelector<HTMLElement>(firstControl) ?? ref.current)?.focus(),
    [ref],
  )
  const dismiss = async () => {
    if (isDismissible && (confirmClose === undefined || (await confirmClose()))) close()
  }
  const handleClick = (event: MouseEvent) => {
    if (closesOnBackdrop && event.target === ref.current) void dismiss()
  }
  return (
    // Escape arrives as the `cancel` event; the pointer handler serves the backdrop only.
    <dialog
      {...dialog}
      className="Modal"
      tabIndex={-1}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file picker that is closed without a file says so by an event of the same name.
        if (event.target !== event.currentTarget) return
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
      {/* Those of the page are out of reach below an open modal. */}
      {isTop && <AlertHost />}
    </dialog>
  )
}
