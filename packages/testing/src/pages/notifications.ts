import type { Locator, Page } from '@playwright/test'
import { isNarrow } from './narrow.ts'

/** The notifications: in the panel under the bell, and on their own page. */
export class NotificationsPart {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async goto(): Promise<void> {
    await this.#page.goto('/notifications')
  }

  /** The bell in the header, with the number of new notifications; not on phones. */
  get bell(): Locator {
    return this.#page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
  }

  /** The panel that the bell opens. */
  get panel(): Locator {
    return this.#page.getByRole('dialog', { name: 'Notifications' })
  }

  /** The list: in the panel, on phones on the page. */
  get list(): Locator {
    return isNarrow(this.#page) ? this.#page.getByRole('main') : this.panel
  }

  /** Its link in the bar of phones, where an extension adds one; it says how many are unread. */
  get tab(): Locator {
    return this.#page
      .getByRole('navigation', { name: 'Main pages' })
      .getByRole('link', { name: /^Notifications/ })
  }

  /** The link of phones, whose name says how many are new: in the bar, or in the drawer, which it opens. */
  async phoneLink(): Promise<Locator> {
    if (await this.tab.isVisible()) return this.tab
    await this.#page.getByRole('button', { name: /^Open navigation/ }).click()
    const drawer = this.#page.getByRole('dialog', { name: 'Navigation' })
    return drawer.getByRole('link', { name: /^Notifications/ })
  }

  /** Opens the list: by the bell, on phones by the bar or the drawer. */
  async open(): Promise<void> {
    if (!isNarrow(this.#page)) {
      await this.bell.click()
      return this.panel.waitFor()
    }
    await (await this.phoneLink()).click()
    await this.#page.waitForURL('**/notifications')
  }

  /** The notifications of a discussion, in the panel or on the page. */
  of(title: string, where: Locator = this.list): Locator {
    return where.getByRole('region', { name: title }).getByRole('listitem')
  }
}
