import type { Locator, Page } from '@playwright/test'

/** The page of texts that are not sent. */
export class DraftsPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async goto(): Promise<void> {
    await this.#page.goto('/drafts')
  }

  get rows(): Locator {
    const lists = this.#page.getByRole('list', { name: /^(Drafts|Waiting to be posted)$/ })
    return lists.getByRole('listitem')
  }

  /** The row with a text: the title, or a part of what was written. */
  row(text: string): Locator {
    return this.rows.filter({ hasText: text })
  }

  /** Opens a draft in the composer. */
  async continue(title: string): Promise<void> {
    await this.#page.getByRole('main').getByRole('button', { name: title, exact: true }).click()
  }

  deleteButton(title: string): Locator {
    return this.#page.getByRole('button', { name: `Delete draft: ${title}` })
  }
}
