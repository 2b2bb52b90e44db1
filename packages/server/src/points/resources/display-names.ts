import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import type { ResourceRows } from './resource-rows.ts'
import { definePoint } from '../extension-point.ts'

/**
 * A way to call people; the setting `display_name_driver` chooses one by its name (api-core 4.16). Those who add one let
 * people be found by it in `search` of users.
 */
export interface DisplayName {
  /** Columns of the account that `of` reads. */
  reads: readonly (keyof ResourceRows['users'] & string)[]
  /** The name to show; the username where it is empty. */
  of(user: ResourceRows['users']): string | null
}

/** Checks and combines the display names of all extensions. */
export function combineDisplayNames(
  declared: readonly Declared<Readonly<Record<string, DisplayName>> | undefined>[],
): Map<string, Owned<DisplayName>> {
  return mergeRecords('displayNames', declared, ({ reads }) =>
    reads.length === 0 ? 'reads nothing of the account' : undefined,
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
