import type { Locator, Page } from '@playwright/test'

/** The list beside a discussion, at the edge of wide screens. */
export class PanePart {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  get region(): Locator {
    return this.#page.getByRole('region', { name: 'Discussions of the list', exact: true })
  }

  /** What opens it, in sight at the edge. */
  get handle(): Locator {
    return this.region.getByRole('button', { name: 'Show the list of discussions', exact: true })
  }

  get pin(): Locator {
    return this.region.getByRole('button', { name: 'Keep the list open', exact: true })
  }

  get backLink(): Locator {
    return this.region.getByRole('link', { name: 'Back to the list', exact: true })
  }

  get items(): Locator {
    return this.region.getByRole('listitem')
  }

  link(title: string): Locator {
    return this.items.getByRole('link', { name: title, exact: true })
  }

  /** The discussion that is shown beside it. */
  get current(): Locator {
    return this.region.locator('[aria-current="page"]')
  }
}
