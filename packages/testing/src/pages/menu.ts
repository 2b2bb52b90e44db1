import type { Locator, Page } from '@playwright/test'

/** A menu and the button that opens it. */
export class Menu {
  readonly button: Locator
  readonly #page: Page

  constructor(page: Page, button: Locator) {
    this.#page = page
    this.button = button
  }

  /** An item of the open menu. */
  item(name: string): Locator {
    return this.#page.getByRole('menu').getByRole('menuitem', { name, exact: true })
  }

  async open(): Promise<void> {
    await this.button.click()
    const menu = this.#page.getByRole('menu').first()
    await menu.waitFor()
    // Playwright scrolls before it retries a click on a moving element, which would move the menu with its button.
    await menu.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  }

  async choose(name: string): Promise<void> {
    await this.open()
    await this.item(name).click()
  }
}
