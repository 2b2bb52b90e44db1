import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Declared } from '../declared.ts'
import type { ResourceType } from './resource-rows.ts'
import { definePoint } from '../extension-point.ts'

/**
 * What guests see of a table's rows: nothing, something on every page, or something of the resource whose id stands in
 * `key`.
 */
export type Affected = 'nothing' | 'everything' | { readonly type: ResourceType; readonly key: string }

/**
 * What guests see of tables that are not simply those of a resource, by table: it says which of their pages are drawn
 * anew after a change. For a table that is left out all pages are. `table.column: 'nothing'` says that guests see nothing of
 * a column, or nothing that has to be new at once.
 */
export type Affects = Readonly<Record<string, Affected>>

/** Checks and combines what all extensions say of tables. */
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
            ? `knows no resource '${affected.type}'`
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
