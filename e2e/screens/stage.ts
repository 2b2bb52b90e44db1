import type { Journey, Person } from '@parley/testing/journey'
import type { ServedForum } from '@parley/testing/start-forum'
import type { Page } from '@playwright/test'
import type { Samples } from '../world.ts'

/** Role of the viewer of a screen. */
export type Viewer = 'guest' | 'member' | 'moderator' | 'administrator'

/** Widths of the window in CSS pixels, by the names of Playwright's projects. */
export const widths = { desktop: 1280, tablet: 834, phone: 390 } as const

export type Width = keyof typeof widths

/** The parameters for opening a screen. */
export interface Stage extends Pick<Journey, 'on' | 'makePerson'> {
  page: Page
  forum: ServedForum
  samples: Samples
  isNarrow: boolean
  /** The account that is logged in; an unused account for guests. */
  viewer: Person
}

/** One route, modal or state of the forum. */
export interface Screen {
  /** The route or a short description, for the list in docs/screens.md. */
  what: string
  as: Viewer
  /** The widths at which the screen exists; by default all. */
  at?: readonly Width[]
  /** Expected errors of the browser, besides statuses from 400 to 499. */
  expectedErrors?: readonly RegExp[]
  /** Set if the screen closes when the pointer moves. Otherwise the pointer moves away, so that nothing is hovered. */
  holdsPointer?: true
  /** Whether the extension with the screen is not there. */
  isMissing?: boolean
  /** Opens the screen. Resolves when it is complete. */
  open(stage: Stage): Promise<unknown>
}
