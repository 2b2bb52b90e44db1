import { expect, type Locator, type Page } from '@playwright/test'

/** The list of discussions at the edge of a discussion's page, on wide screens. */
export class PanePart {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  get region(): Locator {
    return this.#page.getByRole('region', { name: 'Discussion list', exact: true })
  }

  /** Waits for the pane, then moves the mouse from the text to the edge. */
  async reach(): Promise<void> {
    await expect(this.region).toBeAttached()
    await this.#page.mouse.move(900, 500)
    await this.#page.mouse.move(2, 500)
  }

  /** The visible button at the edge that opens the pane. */
  get handle(): Locator {
    return this.region.getByRole('button', { name: 'Show discussion list', exact: true })
  }

  get pin(): Locator {
    return this.region.getByRole('button', { name: 'Pin list', exact: true })
  }

  get backLink(): Locator {
    return this.region.getByRole('link', { name: 'All discussions', exact: true })
  }

  get items(): Locator {
    return this.region.getByRole('listitem')
  }

  link(title: string): Locator {
    return this.items.getByRole('link', { name: title, exact: true })
  }

  /** The link to the discussion that is open. */
  get current(): Locator {
    return this.region.locator('[aria-current="page"]')
  }
}
