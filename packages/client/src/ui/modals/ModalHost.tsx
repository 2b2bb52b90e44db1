import { type ComponentType, createContext, type ReactNode } from 'react'
import type { ModalProps, OpenModal } from '../../base/modals.ts'
import { useObservable } from '../../base/use-observable.ts'
import { useApp } from '../../points/app-context.ts'

/** Whether the modal is closed and only shows its closing animation. */
export const ClosingContext = createContext(false)

/** Renders the open modals, the newest on top. The first modal loads its code and that of the frame. */
export function ModalHost(): ReactNode {
  const { modals } = useApp()
  const { open, rendered } = useObservable(modals)
  return rendered.map((modal) => (
    <ClosingContext key={modal.id} value={!open.includes(modal)}>
      <StackedModal modal={modal} />
    </ClosingContext>
  ))
}

function StackedModal({ modal }: { modal: OpenModal }): ReactNode {
  const Component = modal.Component as ComponentType<object & ModalProps>
  return <Component {...modal.props} close={modal.close} />
}
