import type { StoreRecord } from '../../store/record.ts'
import type { App } from '../app.ts'
import type { Declared } from '../sources.ts'

/** How a record appears where it is shown. */
export interface Appearance {
  /** Class of its row or post: `is-ignored`. */
  className?: string | undefined
  /** A CSS color, for the heading of a discussion's page. It becomes `--own`, from which style sheets derive readable ones. */
  color?: string | undefined
}

interface Shown {
  discussions: StoreRecord<'discussions'>
  posts: StoreRecord<'posts'>
}

/** Functions by resource type, called whenever a record of the type renders. */
type Appearances = {
  readonly [type in keyof Shown]?: (record: Shown[type], app: App) => Appearance | undefined
}

/** The function for a type that is known at run time only. */
type AnyAppearance = (record: never, app: App) => Appearance | undefined

/** How a record appears: all classes, and the first color. What fails is reported and adds nothing. */
export function appearanceOf(app: App, record: Shown[keyof Shown]): Appearance {
  const all = app.appearance.map(({ extension, value }) => {
    try {
      const find: AnyAppearance | undefined = value[record.type]
      return find?.(record as never, app)
    } catch (error) {
      // Not while the page renders: the report may show an alert.
      queueMicrotask(() => app.reportFailure(extension, error))
      return undefined
    }
  })
  return {
    className: all.flatMap((one) => one?.className ?? []).join(' '),
    color: all.find((one) => one?.color)?.color,
  }
}

declare module '../extension.ts' {
  interface ClientExtension {
    /**
     * Classes of the rows and posts of records, and colors of headings, by resource type:
     * `{ discussions: ({ isIgnored }) => ({ className: isIgnored ? 'is-ignored' : undefined }) }`.
     */
    appearance?: Appearances
  }
}

declare module '../app.ts' {
  interface App {
    /** What decides how records appear: see `appearanceOf`. */
    readonly appearance: readonly Declared<Appearances>[]
  }
}
