import type { Locator, Page } from '@playwright/test'

/** A question or a form above the page. */
export class DialogPart {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  called(name: string): Locator {
    // What was closed is seen to go, and nothing else.
    return this.#page.getByRole('dialog', { name, exact: true }).and(this.#page.locator(':not([inert])'))
  }

  /** Answers a question, and waits until it is gone. */
  async answer(question: string, answer: string): Promise<void> {
    const dialog = this.called(question)
    await dialog.getByRole('button', { name: answer, exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
}
