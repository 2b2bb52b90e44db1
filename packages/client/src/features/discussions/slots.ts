import type { PagedListState } from '../../base/lists/use-paged-list.ts'
import type { PageLocation } from '../../points/routes.ts'
import { createSlot } from '../../points/slots.tsx'
import type { StoreRecord } from '../../store/record.ts'
import type { UserProps } from '../users/slots.ts'

export interface DiscussionProps {
  discussion: StoreRecord<'discussions'>
}

/** Props of the items in an index's toolbar. */
export interface IndexProps {
  location: PageLocation
  list: PagedListState
}

type None = Record<never, never>

/** `Badge`s on the corner of a row's avatar and beside a discussion's title. Core: hidden 0. */
export const DiscussionBadges = createSlot<DiscussionProps>('DiscussionBadges')

/** In place of the author's picture in a row of a list, for discussions to which an item's `when` applies. */
export const DiscussionPicture = createSlot<DiscussionProps>('DiscussionPicture')

/** At the end of a row, before the count: small marks and buttons. */
export const DiscussionRowEnd = createSlot<DiscussionProps>('DiscussionRowEnd')

/** Under the title of a row: labels, then who posted last (core: lastPost 0). */
export const DiscussionMeta = createSlot<DiscussionProps>('DiscussionMeta')

/** Between title and meta of a row: a `<p className="DiscussionRow-excerpt">`. */
export const DiscussionExcerpt = createSlot<DiscussionProps>('DiscussionExcerpt')

/** A discussion's menu, first group: actions of readers. `MenuItem`s. */
export const DiscussionReaderControls = createSlot<DiscussionProps>('DiscussionReaderControls')

/** A discussion's menu, second group: actions of moderators. `MenuItem`s. Core: rename 0. */
export const DiscussionControls = createSlot<DiscussionProps>('DiscussionControls')

/** A discussion's menu, last group: hiding and deleting. `MenuItem`s. Core: hide 20, restore 10, delete 0. */
export const DiscussionDestructiveControls = createSlot<DiscussionProps>('DiscussionDestructiveControls')

/** Above the columns of the index. Core: welcome 0. */
export const IndexHero = createSlot<None>('IndexHero')

/** Beside the list; a row of controls on tablets. Core: start 100, nav 0. */
export const IndexSidebar = createSlot<None>('IndexSidebar')

/** Links to lists, beside the list, in the drawer and under the title on phones: `NavItem`s. Core: all 100. */
export const IndexNav = createSlot<None>('IndexNav')

/** Above the list, at the end. Core: sort 100, refresh 50, markAllAsRead 40. */
export const IndexToolbar = createSlot<IndexProps>('IndexToolbar')

/** Why the reader, who is logged in, cannot start a discussion: a sentence, in place of the core's. */
export const IndexCannotStart = createSlot<Partial<UserProps>>('IndexCannotStart')
