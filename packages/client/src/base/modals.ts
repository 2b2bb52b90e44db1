import type { ComponentType, ReactNode } from 'react'
import { clickedControl } from '../store/connection/clicked-control.ts'
import { Observable } from '../store/observable.ts'

/** Props that each modal's component gets beside its own. */
export interface ModalProps {
  /** Closes this modal. `result` is what `modals.show` resolves to. */
  close: (result?: unknown) => void
}

export interface OpenModal {
  id: number
  // The props were checked against the component by `show`.
  Component: ComponentType<never>
  props: object
  close: (result?: unknown) => void
  /** The link or button that opened it. */
  control: Element | undefined
}

export interface ConfirmOptions {
  title: ReactNode
  text?: ReactNode
  /** Label of the confirming button: a verb. */
  confirmLabel: string
  cancelLabel?: string
  isDanger?: boolean
}

type ConfirmComponent = ComponentType<ConfirmOptions & ModalProps>

/** Milliseconds for which a closed modal stays rendered, for its closing animation. */
const closingTime = 300

export interface ModalsOptions {
  loadConfirm: () => Promise<ConfirmComponent>
  /** Loads code. */
  load: <T>(code: () => Promise<T>) => Promise<T>
  onLoadFailed: (error: unknown, retry: () => void) => void
}

export interface ModalsState {
  readonly open: readonly OpenModal[]
  /** The open modals, and closed ones during their closing animation. */
  readonly rendered: readonly OpenModal[]
}

/** The stack of open modals. `ModalHost` renders it. */
export class Modals extends Observable<ModalsState> {
  #nextId = 1
  #options: ModalsOptions

  constructor(options: ModalsOptions) {
    super({ open: [], rendered: [] })
    this.#options = options
  }

  get open(): readonly OpenModal[] {
    return this.state.open
  }

  /**
   * Opens a modal over the open ones, or in their place.
   * @returns the result it was closed with; `undefined` if it was dismissed.
   */
  show<P extends object>(
    Component: ComponentType<P & ModalProps>,
    props: P,
    { replace = false }: { replace?: boolean } = {},
    control = clickedControl(),
  ): Promise<unknown> {
    return new Promise((resolve) => {
      const id = this.#nextId
      this.#nextId += 1
      const close = (result?: unknown) => {
        if (!this.open.some((modal) => modal.id === id)) return
        const others = (modals: readonly OpenModal[]) => modals.filter((modal) => modal.id !== id)
        this.update({ open: others(this.open) })
        setTimeout(() => this.update({ rendered: others(this.state.rendered) }), closingTime)
        resolve(result)
      }
      const modal: OpenModal = { id, Component: Component as ComponentType<never>, props, close, control }
      if (replace) this.closeAll()
      this.set({ open: [...this.open, modal], rendered: [...this.state.rendered, modal] })
    })
  }

  /** Loads a modal's code and opens it. After a failure it waits for a successful retry. */
  async load<P extends object>(
    load: () => Promise<ComponentType<P & ModalProps>>,
    props: P,
    options?: { replace?: boolean },
  ): Promise<unknown> {
    const control = clickedControl()
    const Component = await new Promise<ComponentType<P & ModalProps>>((resolve) => {
      const tryLoading = () => {
        this.#options.load(load).then(resolve, (error) => this.#options.onLoadFailed(error, tryLoading))
      }
      tryLoading()
    })
    return this.show(Component, props, options, control)
  }

  /** Asks before an action that cannot be undone. */
  async confirm(options: ConfirmOptions): Promise<boolean> {
    return (await this.load(this.#options.loadConfirm, options)) === true
  }

  /** Dismisses all modals, as navigation does. */
  closeAll(): void {
    for (const modal of this.open) modal.close()
  }
}

declare module '../points/app.ts' {
  interface App {
    readonly modals: Modals
  }
}
