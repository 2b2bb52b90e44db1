import type { Page } from '@playwright/test'
import { AlertsPart } from './alerts.ts'
import { ComposerPart } from './composer.ts'
import { DialogPart } from './dialog.ts'
import { DiscussionPage } from './discussion-page.ts'
import { DraftsPage } from './drafts.ts'
import { HeaderPart } from './header.ts'
import { IndexPage } from './index-page.ts'
import { NotificationsPart } from './notifications.ts'
import { PanePart } from './pane.ts'
import { SearchPart } from './search.ts'
import { SessionForm } from './session-form.ts'
import { UserPagePart } from './user-page.ts'

export { AlertsPart } from './alerts.ts'
export { waitForHydrationOnLoad } from './alive.ts'
export { ComposerPart } from './composer.ts'
export { DialogPart } from './dialog.ts'
export { DiscussionPage } from './discussion-page.ts'
export { DraftsPage } from './drafts.ts'
export { HeaderPart } from './header.ts'
export { IndexPage } from './index-page.ts'
export { Menu } from './menu.ts'
export { isNarrow } from './narrow.ts'
export { NotificationsPart } from './notifications.ts'
export { PanePart } from './pane.ts'
export { pressInSequence } from './press-in-sequence.ts'
export { SearchPart } from './search.ts'
export { SessionForm } from './session-form.ts'
export { answered, countRequests, settled } from './settled.ts'
export { topOf } from './top-of.ts'
export { UserPagePart } from './user-page.ts'

/** The page objects of a browser's page. They locate elements by role and accessible name. */
export function pagesOf(page: Page) {
  return {
    index: new IndexPage(page),
    discussion: new DiscussionPage(page),
    composer: new ComposerPart(page),
    drafts: new DraftsPage(page),
    alerts: new AlertsPart(page),
    header: new HeaderPart(page),
    dialog: new DialogPart(page),
    pane: new PanePart(page),
    session: new SessionForm(page),
    user: new UserPagePart(page),
    search: new SearchPart(page),
    notifications: new NotificationsPart(page),
  }
}
