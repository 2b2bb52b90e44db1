import type { ComponentType, ReactNode } from 'react'
import { useApp } from '../app-context.ts'
import { ExtensionErrorBoundary } from './error-boundary.tsx'

/** A function component, memoised or not. */
export type SlotComponent<P> = (props: P) => ReactNode

/** A place where components of the core and of extensions appear, in order of priority. */
export interface Slot<P extends object> {
  (props: P): ReactNode
  readonly slotName: string
  /**
   * Puts a component there. Higher priorities come first; equal ones in order of the extensions.
   * @param when whether there is anything to draw for these props. Worth it in slots that are drawn many times: an
   * item that draws nothing costs nothing then.
   */
  add(key: string, component: SlotComponent<P>, priority?: number, when?: (props: P) => boolean): SlotItem
  /** Puts another component in the place of an item. Nothing happens when there is no such item. */
  replace(key: string, component: SlotComponent<P>): SlotItem
  /** Takes an item away. */
  remove(key: string): SlotItem
}

/** One line of an extension's `slots`: data, applied when the extension is enabled. */
export interface SlotItem {
  readonly slot: string
  readonly key: string
  readonly action: 'add' | 'replace' | 'remove'
  // The slot's own methods bind the component to the props of the slot.
  readonly component?: SlotComponent<never>
  readonly when?: (props: never) => boolean
  readonly priority: number
}

interface Filled {
  key: string
  Component: ComponentType<object>
  when: ((props: object) => boolean) | undefined
  priority: number
  /** Id of the extension, nothing for the core's own. */
  extension: string | undefined
}

/** What stands in each slot, by slot name. Slots without items are not there. */
export type SlotRegistry = ReadonlyMap<string, readonly Filled[]>

/**
 * Makes a slot, a component that draws its items with the props it gets.
 * @example const DiscussionBadges = createSlot<{ discussion: StoreRecord<'discussions'> }>('DiscussionBadges')
 */
export function createSlot<P extends object>(slotName: string): Slot<P> {
  return Object.assign((props: P) => useSlotItems(slotName, props), {
    slotName,
    add: (
      key: string,
      component: SlotComponent<P>,
      priority = 0,
      when?: (props: P) => boolean,
    ): SlotItem => ({
      slot: slotName,
      key,
      action: 'add' as const,
      component,
      when,
      priority,
    }),
    replace: (key: string, component: SlotComponent<P>): SlotItem => ({
      slot: slotName,
      key,
      action: 'replace' as const,
      component,
      priority: 0,
    }),
    remove: (key: string): SlotItem => ({ slot: slotName, key, action: 'remove' as const, priority: 0 }),
  })
}

/** Whether anything stands in a slot: for wrappers that should not be drawn around nothing. */
export function useHasItems(slot: { slotName: string }): boolean {
  return useApp().slots.has(slot.slotName)
}

function useSlotItems(slotName: string, props: object): ReactNode {
  const items = useApp().slots.get(slotName)
  return items === undefined ? null : items.map((item) => drawItem(item, props))
}

function drawItem(item: Filled, props: object): ReactNode {
  const { key, Component, extension } = item
  if (item.when && !applies(item.when, props)) return null
  if (extension === undefined) return <Component key={key} {...props} />
  return (
    <ExtensionErrorBoundary key={key} extension={extension}>
      <Component {...props} />
    </ExtensionErrorBoundary>
  )
}

/** A condition that fails does not decide: the component fails in its fence, or draws. */
function applies(when: (props: object) => boolean, props: object): boolean {
  try {
    return when(props)
  } catch {
    return true
  }
}

/**
 * Applies the slot items of the core (`id` undefined) and of the enabled extensions, in their order.
 * @param onFault told of an extension whose items clash with others; the core's own clashes are thrown.
 */
export function fillSlots(
  sources: readonly { id: string | undefined; slots?: readonly SlotItem[] }[],
  onFault: (extension: string, error: unknown) => void,
): SlotRegistry {
  const registry = new Map<string, Filled[]>()
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

function applyItem(registry: Map<string, Filled[]>, item: SlotItem, extension: string | undefined): void {
  const items = registry.get(item.slot) ?? []
  registry.set(item.slot, items)
  const index = items.findIndex(({ key }) => key === item.key)
  const known = items[index]
  if (item.action === 'remove') {
    if (known) items.splice(index, 1)
    return
  }
  const Component = item.component as ComponentType<object>
  if (item.action === 'replace') {
    if (known) items[index] = { ...known, Component, when: undefined, extension }
    return
  }
  if (known) {
    const owner = extension ?? 'the core'
    throw new Error(`${owner} › slots › ${item.slot}: the key "${item.key}" is taken. Use replace.`)
  }
  const when = item.when as Filled['when']
  items.push({ key: item.key, Component, when, priority: item.priority, extension })
}
