import { ForumError } from '../../infrastructure/errors.ts'
import type { Extension, OrderedExtension } from '../extension.ts'
import type { ExtensionHealth } from './extension-health.ts'

/** Sections that do not run while the forum answers requests. */
const unmeasured: ReadonlySet<string> = new Set(['when', 'migrations'])

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown

/**
 * Returns the same declaration with every function in it measured: its time, and the errors that it throws. Objects of a
 * class, such as schemas, stay as they are.
 */
export function measureDeclaration(
  { id, declaration }: OrderedExtension,
  health: ExtensionHealth,
): Extension {
  const measurer = new Measurer(id.split('+', 1)[0] ?? id, health)
  const sections = Object.entries(declaration).map(([name, section]) => [
    name,
    unmeasured.has(name) ? section : measurer.copy(section, [name]),
  ])
  return Object.fromEntries(sections) as Extension
}

class Measurer {
  readonly #id: string
  readonly #health: ExtensionHealth
  /** The copy of each function and object: what was the same before stays the same. */
  readonly #copies = new WeakMap<object, unknown>()
  /** Whether one of its handlers runs now: another one that this calls is not timed. */
  #isRunning = false

  constructor(id: string, health: ExtensionHealth) {
    this.#id = id
    this.#health = health
  }

  copy(value: unknown, path: readonly string[]): unknown {
    if (typeof value !== 'function' && !isPlain(value)) return value
    const known = this.#copies.get(value)
    if (known !== undefined) return known
    if (typeof value === 'function') {
      const measured = this.#measured(value as AnyFunction, path.join(' › '))
      this.#copies.set(value, measured)
      return measured
    }
    const copied: Record<string, unknown> = Array.isArray(value) ? ([] as never) : {}
    this.#copies.set(value, copied)
    for (const [key, member] of Object.entries(value)) {
      copied[key] = this.copy(member, [...path, nameOf(key, member)])
    }
    return copied
  }

  #measured(handler: AnyFunction, place: string): AnyFunction {
    const measurer = this
    return function (...args) {
      if (measurer.#isRunning) return handler.apply(this, args)
      const startedAt = performance.now()
      measurer.#isRunning = true
      let result: unknown
      try {
        result = handler.apply(this, args)
      } catch (error) {
        measurer.#end(startedAt, place, error)
        throw error
      } finally {
        measurer.#isRunning = false
      }
      if (result instanceof Promise) return measurer.#settled(result, startedAt, place)
      measurer.#end(startedAt, place)
      return result
    }
  }

  async #settled(result: Promise<unknown>, startedAt: number, place: string): Promise<unknown> {
    try {
      const value = await result
      this.#end(startedAt, place)
      return value
    } catch (error) {
      this.#end(startedAt, place, error)
      throw error
    }
  }

  #end(startedAt: number, place: string, error?: unknown): void {
    this.#health.countCall(this.#id, performance.now() - startedAt)
    if (error !== undefined && !isExpected(error)) this.#health.countError(this.#id, place, error)
  }
}

/** A refusal is how handlers answer bad requests. */
function isExpected(error: unknown): boolean {
  return error instanceof ForumError && error.status < 500
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype || prototype === null
}

/** Names a route of a list by its method and path, and other members by their names. */
function nameOf(key: string, member: unknown): string {
  const { method, path, name } = (isPlain(member) ? member : {}) as Record<string, unknown>
  if (typeof method === 'string' && typeof path === 'string') return `${method} ${path}`
  return typeof name === 'string' && /^\d+$/.test(key) ? name : key
}
