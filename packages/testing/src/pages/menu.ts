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
    await this.#page.getByRole('menu').first().waitFor()
  }

  async choose(name: string): Promise<void> {
    await this.open()
    await this.item(name).click()
  }
}
