import type { Locator, Page } from '@playwright/test'
import { Menu } from './menu.ts'
import { isNarrow } from './narrow.ts'

/** The header of every page, on phones with the drawer. */
export class HeaderPart {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  get bar(): Locator {
    return this.#page.getByRole('banner')
  }

  get account(): Menu {
    return new Menu(this.#page, this.bar.getByRole('button', { name: /^Your account/ }))
  }

  get drawer(): Locator {
    return this.#page.getByRole('dialog', { name: 'Navigation' })
  }

  /** The back link on phones. */
  get back(): Locator {
    return this.bar.getByRole('link', { name: 'Back to discussions' })
  }

  /** The account in the bar of phones, where an extension adds one. */
  get tab(): Locator {
    return this.#page
      .getByRole('navigation', { name: 'Main pages' })
      .getByRole('button', { name: /Profile$/ })
  }

  async openDrawer(): Promise<void> {
    await this.bar.getByRole('button', { name: 'Open navigation' }).click()
    await this.drawer.waitFor()
  }

  /** Opens the log-in or the sign-up form: from the header, on phones from the drawer. */
  async choose(name: 'Log in' | 'Sign up'): Promise<void> {
    if (!isNarrow(this.#page)) return this.bar.getByRole('link', { name, exact: true }).click()
    await this.openDrawer()
    await this.drawer.getByRole('link', { name, exact: true }).click()
  }

  async chooseFromAccount(
    name: 'Profile' | 'Drafts' | 'Settings' | 'Administration' | 'Log out',
  ): Promise<void> {
    // The link to the drafts ends with their number.
    const named = { name: new RegExp(`^${name}( \\d+)?$`) }
    if (isNarrow(this.#page) && !(await this.tab.isVisible())) {
      await this.openDrawer()
      await this.drawer.getByRole('link', named).click()
    } else {
      if (isNarrow(this.#page)) await this.tab.click()
      else await this.account.open()
      await this.#page.getByRole('menuitem', named).click()
    }
  }
}
