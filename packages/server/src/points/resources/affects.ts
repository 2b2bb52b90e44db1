import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Declared } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import type { ResourceType } from './resource-rows.ts'

/** The pages of guests that show a row of a table: none, all, or those with the resource whose id is in the column `key`. */
export type Affected = 'nothing' | 'everything' | { readonly type: ResourceType; readonly key: string }

/**
 * The pages of guests that a change of a table invalidates, by table, for tables that belong to no resource. A missing
 * table invalidates all pages. `table.column: 'nothing'` means that guests see nothing of a column, or nothing that must be
 * up to date.
 */
export type Affects = Readonly<Record<string, Affected>>

/** Checks and combines the `affects` of all extensions. */
export function combineAffects(
  declared: readonly Declared<Affects | undefined>[],
  types: ReadonlySet<string>,
): ReadonlyMap<string, Affected> {
  const affects = new Map<string, Affected>()
  for (const { owner, section } of declared) {
    for (const [table, affected] of Object.entries(section ?? {})) {
      const fault = affects.has(table)
        ? 'is declared already'
        : table.includes('.') && affected !== 'nothing'
          ? "can only be 'nothing' for a column"
          : typeof affected === 'object' && !types.has(affected.type)
            ? `refers to the unknown resource '${affected.type}'`
            : undefined
      if (fault) throw new ExtensionError(owner, `affects › ${table}`, fault)
      affects.set(table, affected)
    }
  }
  return affects
}

declare module '../extension.ts' {
  interface Extension {
    /** What guests see of tables that belong to no resource: invalidates their cached pages. */
    affects?: Affects
  }
}

declare module '../extension-point.ts' {
  interface Points {
    affects: ReadonlyMap<string, Affected>
  }
}

/** What changes of tables invalidate. */
export const affectsPoint = definePoint('affects', {
  sections: ['affects'],
  needs: ['resources'],
  combine: ({ affects }, { resources }) => combineAffects(affects, new Set(resources.keys())),
})
