import { ExtensionError } from '../infrastructure/errors.ts'

/** A section of the declaration of one feature or extension. */
export interface Declared<Section> {
  owner: string
  section: Section
}

/** A member of a combined section, with the feature or extension that declared it. */
export type Owned<Value> = Value & { owner: string }

/**
 * Merges sections that are records; a name declared twice is a fault of the second owner.
 * `check` returns the fault of an entry, if it has one.
 */
export function mergeRecords<Value extends object>(
  point: string,
  declared: readonly Declared<Readonly<Record<string, Value>> | undefined>[],
  check?: (value: Value, name: string) => string | undefined,
): Map<string, Owned<Value>> {
  const merged = new Map<string, Owned<Value>>()
  for (const { owner, section } of declared) {
    for (const [name, value] of Object.entries(section ?? {})) {
      const first = merged.get(name)
      if (first) throw new ExtensionError(owner, `${point} › ${name}`, `already declared by ${first.owner}`)
      const fault = check?.(value, name)
      if (fault) throw new ExtensionError(owner, `${point} › ${name}`, fault)
      merged.set(name, { ...value, owner })
    }
  }
  return merged
}
