import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import type { ResourceRows } from './resource-rows.ts'

/** A kind of display names; the setting `display_name_driver` chooses one by its name (api-core 4.16). */
export interface DisplayName {
  /** Locale key of its name, for administrators. */
  label?: string
  /** The columns of the user that `of` reads. */
  reads: readonly UserColumn[]
  /**
   * Returns the display name; for null, and a text without a visible character, it is the username. Control characters and
   * those that change the direction of what follows are left out.
   */
  of(user: ResourceRows['users']): string | null
  /** Lets searches for users find them by these names, whichever kind is chosen. */
  searched?: SearchedName
}

type UserColumn = keyof ResourceRows['users'] & string

/** The columns of a name that searches find by its beginning. */
export interface SearchedName {
  /** The column with the name as it is shown. */
  written: UserColumn
  /** The column with the same name by `fold`; it needs an index. */
  folded: UserColumn
}

/** Checks and combines the display names of all extensions. */
export function combineDisplayNames(
  declared: readonly Declared<Readonly<Record<string, DisplayName>> | undefined>[],
): Map<string, Owned<DisplayName>> {
  return mergeRecords('displayNames', declared, ({ reads, searched }) => {
    if (reads.length === 0) return 'reads no columns'
    return searched && !(searched.written && searched.folded)
      ? 'is searched without a column of names or of folded names'
      : undefined
  })
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
