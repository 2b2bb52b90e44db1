import type { Locator, Page } from '@playwright/test'

/** The modals above the page. */
export class DialogPart {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  called(name: string): Locator {
    // A modal that is closing is inert until its animation ends.
    return this.#page.getByRole('dialog', { name, exact: true }).and(this.#page.locator(':not([inert])'))
  }

  /** Answers a confirmation modal, and waits until it is hidden. */
  async answer(question: string, answer: string): Promise<void> {
    const dialog = this.called(question)
    await dialog.getByRole('button', { name: answer, exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
}
