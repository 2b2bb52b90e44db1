import { type ComponentType, Fragment, type ReactNode } from 'react'
import type { App } from './app.ts'
import { useApp } from './app-context.ts'
import { ExtensionErrorBoundary } from './error-boundary.tsx'

/** A function component, memoised or not. */
export type SlotComponent<P> = (props: P) => ReactNode

/** A place on screen that renders components of the core and of extensions, in order of priority. */
export interface Slot<P extends object> {
  (props: P): ReactNode
  readonly slotName: string
  /** Adds a component. */
  add(key: string, component: SlotComponent<P>, options?: SlotItemOptions<P>): SlotItem
  /** Replaces the component of an item. Does nothing if there is no such item. */
  replace(key: string, component: SlotComponent<P>): SlotItem
  /**
   * Renders a component around an item, which it gets as `children` and may leave out. Does nothing if there is no such item.
   * If it throws, the item stands alone.
   */
  wrap(key: string, component: SlotComponent<P & { children: ReactNode }>): SlotItem
  /** Removes an item. */
  remove(key: string): SlotItem
}

/** Options of an added component. */
export interface SlotItemOptions<P extends object> {
  /** Higher priorities come first; equal ones in order of the extensions. 0 by default. */
  priority?: number
  /**
   * Whether the item renders anything for these props, and for this visitor. Saves the cost of empty items in slots that
   * are rendered many times, and wrappers of a slot without items that apply render nothing.
   */
  when?: (props: P, app: App) => boolean
}

/** One entry of an extension's `slots`, applied while the extension is enabled. */
export interface SlotItem {
  readonly slot: string
  readonly key: string
  readonly action: 'add' | 'replace' | 'wrap' | 'remove'
  // The slot's methods check the component against the slot's props.
  readonly component?: SlotComponent<never>
  readonly when?: (props: never, app: App) => boolean
  readonly priority: number
}

interface Part {
  Component: ComponentType<object>
  /** Id of the extension; undefined for items of the core. */
  extension: string | undefined
}

interface FilledItem extends Part {
  key: string
  when: ((props: object, app: App) => boolean) | undefined
  priority: number
  /** The components around it, the innermost first. */
  wrappers?: readonly Part[]
}

/** The items of each slot, by slot name. Holds no empty slots. */
export type SlotRegistry = ReadonlyMap<string, readonly FilledItem[]>

/**
 * Creates a slot: a component that renders its items with its own props.
 * @example const DiscussionBadges = createSlot<{ discussion: StoreRecord<'discussions'> }>('DiscussionBadges')
 */
export function createSlot<P extends object>(slotName: string): Slot<P> {
  const item =
    (action: SlotItem['action']) =>
    (
      key: string,
      component?: SlotComponent<never>,
      { priority = 0, when }: SlotItemOptions<never> = {},
    ): SlotItem => ({ slot: slotName, key, action, component, when, priority })
  return Object.assign((props: P) => useSlotItems(slotName, props), {
    slotName,
    add: item('add'),
    replace: item('replace'),
    wrap: item('wrap'),
    remove: item('remove'),
  })
}

/** Whether a slot has items; with props, whether one applies to them. Lets wrappers of empty slots render nothing. */
export function useHasItems<P extends object>(slot: Slot<P>, props?: P): boolean {
  const { slots } = useApp()
  const items = useItems(slot.slotName, props ?? {})
  return props ? items.length > 0 : slots.has(slot.slotName)
}

/** How many items of a slot apply. */
export function useItemCount<P extends object>(slot: Slot<P>, props: P): number {
  return useItems(slot.slotName, props).length
}

function useSlotItems(slotName: string, props: object): ReactNode {
  return useItems(slotName, props).map((item) => renderItem(item, props))
}

/** The items of a slot that apply. */
function useItems(slotName: string, props: object): readonly FilledItem[] {
  const app = useApp()
  return (app.slots.get(slotName) ?? []).filter((item) => applies(item, props, app))
}

function renderItem(item: FilledItem, props: object): ReactNode {
  let part = renderPart(item, props)
  for (const wrapper of item.wrappers ?? []) part = renderPart(wrapper, { ...props, children: part }, part)
  return <Fragment key={item.key}>{part}</Fragment>
}

function renderPart({ Component, extension }: Part, props: object, fallback?: ReactNode): ReactNode {
  if (extension === undefined) return <Component {...props} />
  return (
    <ExtensionErrorBoundary extension={extension} fallback={fallback}>
      <Component {...props} />
    </ExtensionErrorBoundary>
  )
}

/** Whether an item applies. If its condition throws, it renders, inside its error boundary. */
function applies({ when }: FilledItem, props: object, app: App): boolean {
  try {
    return !when || when(props, app)
  } catch {
    return true
  }
}

/**
 * Applies the slot items of the core (`id` undefined) and of the enabled extensions, in their order.
 * @param onFault called with an extension whose items clash with others. Throws on clashes inside the core.
 */
export function fillSlots(
  sources: readonly { id: string | undefined; slots?: readonly SlotItem[] }[],
  onFault: (extension: string, error: unknown) => void,
): SlotRegistry {
  const registry = new Map<string, FilledItem[]>()
  for (const { id, slots } of sources) {
    try {
      for (const item of slots ?? []) applyItem(registry, item, id)
    } catch (error) {
      if (id === undefined) throw error
      onFault(id, error)
    }
  }
  for (const [name, items] of registry) {
    if (items.length === 0) registry.delete(name)
    else items.sort((one, other) => other.priority - one.priority)
  }
  return registry
}

function applyItem(registry: Map<string, FilledItem[]>, item: SlotItem, extension: string | undefined): void {
  const items = registry.get(item.slot) ?? []
  registry.set(item.slot, items)
  const index = items.findIndex(({ key }) => key === item.key)
  const existing = items[index]
  if (item.action === 'remove') {
    if (existing) items.splice(index, 1)
    return
  }
  const Component = item.component as ComponentType<object>
  if (item.action === 'wrap') {
    if (existing)
      items[index] = { ...existing, wrappers: [...(existing.wrappers ?? []), { Component, extension }] }
    return
  }
  if (item.action === 'replace') {
    if (existing) items[index] = { ...existing, Component, when: undefined, extension }
    return
  }
  if (existing) {
    const owner = extension ?? 'the core'
    throw new Error(`${owner} › slots › ${item.slot}: the key "${item.key}" exists already. Use replace.`)
  }
  const when = item.when as FilledItem['when']
  items.push({ key: item.key, Component, when, priority: item.priority, extension })
}
