import type { ClientExtension } from '../extension.ts'
import type { Page, Route } from '../routes.ts'
import type { Source } from '../sources.ts'
import type { combineSettingFields } from './setting-fields.ts'

/** The sections of the navigation, in their order. The first has no heading. */
export const adminSections = ['overview', 'forum', 'people', 'extensions', 'system'] as const

export type AdminSection = (typeof adminSections)[number]

/** A page of the administration area. */
export interface AdminPage {
  /** Pattern of regexparam below /admin: `/basics`, `/users/:id`. `/` is the page of /admin itself. */
  path: string
  /** Its section of the navigation. */
  section: AdminSection
  /** Its place in the section: lower numbers come first. 0 by default. */
  order?: number
  /** Locale key of its name in the navigation. */
  label: string
  /** Locale key of other words that its readers search for, in one text. */
  keywords?: string
  icon: string
  /**
   * The permission that shows the page to users who are not administrators. On the server its declaration says
   * `opensAdmin`; the page's documents check it. Without one the page is for administrators.
   */
  permission?: string
  /** False for pages that other pages lead to: the navigation omits them. */
  isListed?: false
  /** API paths that the page loads before it renders, as those of routes. */
  requests?: Route['requests']
  page: () => Promise<{ default: Page }>
}

/** A declared page, with the name of its route. */
export interface NamedAdminPage extends AdminPage {
  name: string
  /** The extension that declares the page; undefined for pages of the core. */
  extension: string | undefined
}

/** Lists the pages in the order of the navigation. A later one of the same name replaces an earlier one. */
export function combineAdminPages(sources: readonly Source[]): NamedAdminPage[] {
  const pages = new Map<string, NamedAdminPage>()
  for (const { id, extension } of sources) {
    for (const [name, page] of Object.entries(extension.adminPages ?? {}))
      pages.set(name, { ...page, name, extension: id })
  }
  const rank = ({ section }: AdminPage) => adminSections.indexOf(section)
  return [...pages.values()].sort(
    (one, other) => rank(one) - rank(other) || (one.order ?? 0) - (other.order ?? 0),
  )
}

/** Loads what every installed extension declares for the forum, by id. */
export type ForumExtensionsLoad = () => Promise<Readonly<Record<string, ClientExtension>>>

/** What the administration area adds to the app. */
export interface Admin {
  /** The pages that the viewer may see, in the order of the navigation. */
  readonly pages: readonly NamedAdminPage[]
  /** The permissions of the viewer that open pages; `administrate` for administrators. */
  readonly permissions: ReadonlySet<string>
  /** Components for settings whose declaration names one. */
  readonly settingFields: ReturnType<typeof combineSettingFields>
  /** The types that the store keeps here. */
  readonly resourceTypes: ReadonlySet<string>
  readonly loadForumExtensions: ForumExtensionsLoad
}

declare module '../extension.ts' {
  interface ClientExtension {
    /** In `admin.tsx`: pages of the administration area, by the name of their route. */
    adminPages?: Readonly<Record<string, AdminPage>>
  }
}

declare module '../app.ts' {
  interface App {
    /** In the administration area only. */
    readonly admin?: Admin
  }
}
