import type { App } from './app.ts'
import type { Source } from './sources.ts'

/** Counts what is new for the session's user, for the document's title. */
export type TitleCount = (app: App) => number

/** Collects the counts; the title shows their sum. One that fails is reported and counts nothing. */
export function combineTitleCounts(sources: readonly Source[]): App['titleCounts'] {
  return sources.flatMap(({ id, extension: { titleCount } }) => {
    if (titleCount === undefined) return []
    return id === undefined ? titleCount : guarded(id, titleCount)
  })
}

function guarded(id: string, count: TitleCount): TitleCount {
  return (app) => {
    try {
      return count(app)
    } catch (error) {
      app.reportFailure(id, error)
      return 0
    }
  }
}

declare module './extension.ts' {
  interface ClientExtension {
    /** Counts what is new. The title of the browser's tab shows the sum of all counts: `(3) Title`. */
    titleCount?: TitleCount
  }
}

declare module './app.ts' {
  interface App {
    readonly titleCounts: readonly TitleCount[]
  }
}
