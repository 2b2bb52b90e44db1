import type { Forum } from '../context/context.ts'
import type { Declared } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/** What pages and other sites show of the forum itself. */
export interface ForumFacts {
  /** Empty before the forum is set up. */
  title: string
  description: string | null
  theme: ForumTheme
  /** Addresses of the icon in browsers and of the logo. */
  icon: string | null
  logo: string | null
  /** The administrators' own style sheet. */
  css: string | null
}

/** The colours of pages. */
export interface ForumTheme {
  /** The accent colour, as CSS writes it. */
  accent: string
  /** The colour that tints backgrounds; null for the accent colour. */
  tint: string | null
  /** Whether pages are dark whatever the visitor's system prefers. */
  isDark: boolean
  /** Whether the header has the accent colour. */
  hasColoredHeader: boolean
}

/** How a feature describes the forum itself, as the engine knows none of its settings. */
export interface ForumDescription {
  /** Type of the resource, with the id 1, that every page starts with. */
  resource: string
  /** Permission of those who may see the forum: without it guests get no feeds. */
  viewPermission: string
  facts(forum: Forum): ForumFacts
}

const undescribed: ForumDescription = {
  resource: '',
  viewPermission: '',
  facts: () => ({
    title: '',
    description: null,
    theme: { accent: '', tint: null, isDark: false, hasColoredHeader: false },
    icon: null,
    logo: null,
    css: null,
  }),
}

/** The last description counts; without any there is nothing to show. */
function combineForumFacts(declared: readonly Declared<ForumDescription | undefined>[]): ForumDescription {
  return declared.map(({ section }) => section).findLast((section) => section !== undefined) ?? undescribed
}

/** What pages and other sites show of this forum. */
export function forumFactsOf(forum: Forum): ForumFacts {
  return forum.points.forumFacts.facts(forum)
}

declare module '../extension.ts' {
  interface Extension {
    /** Title, colors, icon and logo of the forum, as pages show them. The declaration of the last extension counts. */
    forumFacts?: ForumDescription
  }
}

declare module '../extension-point.ts' {
  interface Points {
    forumFacts: ForumDescription
  }
}

/** Facts of the forum itself. */
export const forumFactsPoint = definePoint('forumFacts', {
  sections: ['forumFacts'],
  combine: ({ forumFacts }) => combineForumFacts(forumFacts),
})
