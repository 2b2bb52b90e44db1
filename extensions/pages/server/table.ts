import type { Generated, MemoryTable, Migration } from '@parley/server'
import { type Selectable, sql } from 'kysely'
import { fold } from '../shared.ts'

interface PageTable {
  id: Generated<number>
  title: string
  slug: string
  time: string
  edit_time: string | null
  /** The source as typed: markup, or HTML. */
  content: string
  /** What readers get: rendered markup whose references are unresolved, or the cleaned HTML. */
  content_html: string | null
  /** The version of the code that made `content_html`. */
  html_version: string | null
  is_hidden: Generated<boolean>
  is_html: Generated<boolean>
  is_restricted: Generated<boolean>
  is_in_navigation: Generated<boolean>
  navigation_icon: string | null
  navigation_position: number | null
  is_in_footer: Generated<boolean>
}

export type PageRow = Selectable<PageTable>

/** What every process keeps in memory of a page: not its content. */
const columns = [
  ...(['id', 'title', 'slug', 'time', 'edit_time', 'is_hidden', 'is_restricted'] as const),
  ...(['is_in_navigation', 'navigation_icon', 'navigation_position', 'is_in_footer'] as const),
]

export type KnownPage = Pick<PageRow, (typeof columns)[number]>

declare module '@parley/server' {
  interface Tables {
    pages: PageTable
  }

  interface ResourceRows {
    pages: PageRow
  }

  interface MemoryTableValues {
    pages: KnownPages
  }
}

export const pagesMigration: Migration = {
  async up({ db, dialect: { types, putsNullsFirst } }) {
    await sql`create table pages (
      id ${types.id},
      title ${types.text} not null,
      slug ${types.text} not null,
      time ${types.timestamp} not null,
      edit_time ${types.timestamp},
      content ${types.text} not null,
      content_html ${types.text},
      html_version ${types.text},
      is_hidden ${types.boolean} not null default false,
      is_html ${types.boolean} not null default false,
      is_restricted ${types.boolean} not null default false,
      is_in_navigation ${types.boolean} not null default false,
      navigation_icon ${types.text},
      navigation_position ${types.integer},
      is_in_footer ${types.boolean} not null default false
    )`.execute(db)
    await sql`create unique index pages_slug on pages (slug)`.execute(db)
    await sql`create index pages_time on pages (time, id)`.execute(db)
    const nulls = putsNullsFirst ? sql`` : sql`nulls first`
    await sql`create index pages_edit_time on pages (edit_time ${nulls}, id)`.execute(db)
  },
  async down({ db }) {
    await sql`drop table pages`.execute(db)
  },
}

/** All pages without their contents. */
export class KnownPages {
  /** By ascending id. */
  readonly all: readonly KnownPage[]
  /** Those in the navigation or the footer, in their order: by position, those without one last. */
  readonly linked: readonly KnownPage[]
  readonly #byId: ReadonlyMap<number, KnownPage>
  readonly #bySlug: ReadonlyMap<string, KnownPage>

  constructor(rows: readonly KnownPage[]) {
    this.all = rows
    this.linked = rows
      .filter(({ is_in_navigation, is_in_footer }) => is_in_navigation || is_in_footer)
      .toSorted((a, b) => placeOf(a) - placeOf(b) || a.id - b.id)
    this.#byId = new Map(rows.map((page) => [page.id, page]))
    // Of slugs that differ in case only, the oldest page has the address.
    this.#bySlug = new Map(rows.toReversed().map((page) => [fold(page.slug), page]))
  }

  withId(id: number): KnownPage | undefined {
    return this.#byId.get(id)
  }

  /** Finds a page by its slug, ignoring case. */
  withSlug(slug: string): KnownPage | undefined {
    return this.#bySlug.get(fold(slug))
  }
}

function placeOf({ navigation_position }: KnownPage): number {
  return navigation_position ?? Number.MAX_SAFE_INTEGER
}

/** The pages in memory. */
export const pagesInMemory: MemoryTable<KnownPages> = {
  table: 'pages',
  columns,
  maximum: 10_000,
  shape: (rows) => new KnownPages(rows),
}
