import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/** A page that administrators may choose as the forum's home page. */
export interface HomePage {
  /** Locale key of its name. */
  label: string
  /** Whether a visitor may open it; true by default. Others have the list of all discussions as their home page. */
  isOpen?(context: Context): boolean
}

type HomePages = Readonly<Record<string, HomePage>>

/** Checks and combines the home pages of all extensions, by their paths. */
function combineHomePages(
  declared: readonly Declared<HomePages | undefined>[],
): Map<string, Owned<HomePage>> {
  return mergeRecords('homePages', declared, (_page, path) =>
    path.startsWith('/') ? undefined : "does not begin with '/'",
  )
}

declare module '../extension.ts' {
  interface Extension {
    /** Pages to choose from for the forum's home page, by path: `{ '/tags': { label: 'tags.admin.basics.tags_label' } }`. */
    homePages?: HomePages
  }
}

declare module '../extension-point.ts' {
  interface Points {
    homePages: ReadonlyMap<string, Owned<HomePage>>
  }
}

/** Pages that may be the home page. */
export const homePagesPoint = definePoint('homePages', {
  sections: ['homePages'],
  combine: ({ homePages }) => combineHomePages(homePages),
})
