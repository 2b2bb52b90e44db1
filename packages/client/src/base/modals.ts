import type { ComponentType, ReactNode } from 'react'

/** Every modal's component gets these beside its own props. */
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
}

export interface ConfirmOptions {
  title: ReactNode
  text?: ReactNode
  /** What the confirming button does, as a verb. */
  confirmLabel: string
  cancelLabel?: string
  isDanger?: boolean
}

type ConfirmComponent = ComponentType<ConfirmOptions & ModalProps>

/** How long a closed modal is still drawn, so that one sees it go; ms. */
const REMOVED_AFTER = 300

export interface ModalsOptions {
  loadConfirm: () => Promise<ConfirmComponent>
  /** Loads code. */
  load: <T>(code: () => Promise<T>) => Promise<T>
  onLoadFailed: (error: unknown, retry: () => void) => void
}

/** The stack of open modals. Drawn by `ModalHost`. */
export class Modals {
  #open: readonly OpenModal[] = []
  #drawn: readonly OpenModal[] = []
  #listeners = new Set<() => void>()
  #nextId = 1
  #options: ModalsOptions

  constructor(options: ModalsOptions) {
    this.#options = options
  }

  get open(): readonly OpenModal[] {
    return this.#open
  }

  /** The open ones and those on their way out. */
  get drawn(): readonly OpenModal[] {
    return this.#drawn
  }

  /**
   * Opens a modal over those that are open, or in their place.
   * @returns what it was closed with; `undefined` when it was dismissed.
   */
  show<P extends object>(
    Component: ComponentType<P & ModalProps>,
    props: P,
    { replace = false }: { replace?: boolean } = {},
  ): Promise<unknown> {
    return new Promise((resolve) => {
      const id = this.#nextId
      this.#nextId += 1
      const close = (result?: unknown) => {
        if (!this.#open.some((modal) => modal.id === id)) return
        this.#open = this.#open.filter((modal) => modal.id !== id)
        // A new list, so that those who draw it notice.
        this.#draw([...this.#drawn])
        setTimeout(() => this.#draw(this.#drawn.filter((modal) => modal.id !== id)), REMOVED_AFTER)
        resolve(result)
      }
      const modal: OpenModal = { id, Component: Component as ComponentType<never>, props, close }
      if (replace) this.closeAll()
      this.#open = [...this.#open, modal]
      this.#draw([...this.#drawn, modal])
    })
  }

  /** Opens a modal whose code is loaded only now. When that fails, it goes on as soon as it was tried again. */
  async load<P extends object>(
    load: () => Promise<ComponentType<P & ModalProps>>,
    props: P,
    options?: { replace?: boolean },
  ): Promise<unknown> {
    const Component = await new Promise<ComponentType<P & ModalProps>>((resolve) => {
      const attempt = () => {
        this.#options.load(load).then(resolve, (error) => this.#options.onLoadFailed(error, attempt))
      }
      attempt()
    })
    return this.show(Component, props, options)
  }

  /** Asks before something that cannot be undone. */
  async confirm(options: ConfirmOptions): Promise<boolean> {
    return (await this.load(this.#options.loadConfirm, options)) === true
  }

  /** Dismisses all of them, as leaving the page does. */
  closeAll(): void {
    for (const modal of this.#open) modal.close()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #draw(drawn: readonly OpenModal[]): void {
    this.#drawn = drawn
    for (const listener of [...this.#listeners]) listener()
  }
}
