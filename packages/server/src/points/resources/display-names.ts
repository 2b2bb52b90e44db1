import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import type { ResourceRows } from './resource-rows.ts'

/**
 * A kind of display names; the setting `display_name_driver` chooses one by its name (api-core 4.16). An extension that
 * adds one also extends the `search` of users.
 */
export interface DisplayName {
  /** Locale key of its name, for administrators. */
  label?: string
  /** The columns of the user that `of` reads. */
  reads: readonly (keyof ResourceRows['users'] & string)[]
  /** Returns the display name; for null and '' it is the username. */
  of(user: ResourceRows['users']): string | null
}

/** Checks and combines the display names of all extensions. */
export function combineDisplayNames(
  declared: readonly Declared<Readonly<Record<string, DisplayName>> | undefined>[],
): Map<string, Owned<DisplayName>> {
  return mergeRecords('displayNames', declared, ({ reads }) =>
    reads.length === 0 ? 'reads no columns' : undefined,
  )
}

declare module '../extension.ts' {
  interface Extension {
    /** Kinds of display names for users, by name. */
    displayNames?: Readonly<Record<string, DisplayName>>
  }
}

declare module '../extension-point.ts' {
  interface Points {
    displayNames: ReadonlyMap<string, Owned<DisplayName>>
  }
}

/** Display names. */
export const displayNamesPoint = definePoint('displayNames', {
  sections: ['displayNames'],
  combine: ({ displayNames }) => combineDisplayNames(displayNames),
})
