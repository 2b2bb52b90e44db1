import type { Journey, Person } from '@parley/testing/journey'
import type { ServedForum } from '@parley/testing/start-forum'
import type { Page } from '@playwright/test'
import type { World } from '../world.ts'

/** Who looks at a screen. */
export type Viewer = 'guest' | 'member' | 'moderator' | 'administrator'

/** Widths of the window in CSS pixels, by the names of Playwright's projects. */
export const widths = { desktop: 1280, tablet: 834, phone: 390 } as const

export type Width = keyof typeof widths

/** What reaching a screen may use. */
export interface Stage extends Pick<Journey, 'on' | 'makePerson'> {
  page: Page
  forum: ServedForum
  world: World
  isNarrow: boolean
  /** Who is logged in; a person of no account for guests. */
  viewer: Person
}

/** One route, modal or state of the forum. */
export interface Screen {
  /** The route or what it is, in a few words: for the list in docs/screens.md. */
  what: string
  as: Viewer
  /** Where it exists. Everywhere, if left out. */
  at?: readonly Width[]
  /** What the browser complains about on the way there, besides refusals. */
  complaints?: readonly RegExp[]
  /** It goes when the pointer moves. Elsewhere the pointer is taken away, so that nothing is drawn as under it. */
  holdsPointer?: true
  /** Leads there and resolves when it stands. */
  open(stage: Stage): Promise<unknown>
}
