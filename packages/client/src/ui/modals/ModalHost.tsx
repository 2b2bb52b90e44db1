import { type ComponentType, createContext, type ReactNode, useSyncExternalStore } from 'react'
import { useApp } from '../../base/app-context.ts'
import type { ModalProps, OpenModal } from '../../base/modals.ts'

/** Whether the modal was closed and is only seen to go. */
export const ClosingContext = createContext(false)

/** The open modals, the newest on top. Their code, and that of the frame around them, is loaded with the first one. */
export function ModalHost(): ReactNode {
  const { modals } = useApp()
  const drawn = useSyncExternalStore(
    modals.subscribe,
    () => modals.drawn,
    () => modals.drawn,
  )
  return drawn.map((modal) => (
    <ClosingContext key={modal.id} value={!modals.open.includes(modal)}>
      <StackedModal modal={modal} />
    </ClosingContext>
  ))
}

function StackedModal({ modal }: { modal: OpenModal }): ReactNode {
  const Component = modal.Component as ComponentType<object & ModalProps>
  return <Component {...modal.props} close={modal.close} />
}
