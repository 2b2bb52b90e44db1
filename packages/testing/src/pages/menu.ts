import type { Locator, Page } from '@playwright/test'

/** A button with its menu. */
export class Menu {
  readonly button: Locator
  readonly #page: Page

  constructor(page: Page, button: Locator) {
    this.#page = page
    this.button = button
  }

  /** An item of the menu that is open. */
  item(name: string): Locator {
    return this.#page.getByRole('menu').getByRole('menuitem', { name, exact: true })
  }

  async open(): Promise<void> {
    await this.button.click()
    const menu = this.#page.getByRole('menu').first()
    await menu.waitFor()
    // Clicks on what still moves are tried again after scrolling, which moves the menu with its button.
    await menu.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  }

  async choose(name: string): Promise<void> {
    await this.open()
    await this.item(name).click()
  }
}
