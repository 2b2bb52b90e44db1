import type { Locator, Page } from '@playwright/test'

/** The composer for discussions, replies and edits. */
export class ComposerPart {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  get region(): Locator {
    return this.#page.getByRole('region', { name: /^(Start a discussion|Reply|Edit post)$/ })
  }

  get title(): Locator {
    return this.region.getByRole('textbox', { name: 'Title' })
  }

  get text(): Locator {
    return this.region.getByRole('textbox', { name: /^Write / })
  }

  get preview(): Locator {
    return this.region.getByRole('region', { name: 'Preview' })
  }

  get submit(): Locator {
    return this.region
      .getByRole('button', { name: /^(Post discussion|Post reply|Save changes|Post|Save)$/ })
      .filter({ visible: true })
  }

  get status(): Locator {
    return this.region.getByRole('status')
  }

  get error(): Locator {
    return this.region.getByRole('alert')
  }

  /** A button of the composer's frame, such as Close, Minimize or Full screen. */
  button(name: string): Locator {
    return this.region.getByRole('button', { name, exact: true }).filter({ visible: true })
  }
}
