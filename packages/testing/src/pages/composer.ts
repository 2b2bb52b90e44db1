import type { Locator, Page } from '@playwright/test'
import { Menu } from './menu.ts'

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

  /** The hint at the title: its length, or that it is missing. */
  get titleHint(): Locator {
    return this.region.locator('.Composer-titleHint')
  }

  /** The menu of drafts. */
  get drafts(): Menu {
    return new Menu(this.#page, this.region.getByRole('button', { name: /^Drafts/ }))
  }

  /** A button of the composer's frame, such as Close, Minimize or Full screen. */
  button(name: string): Locator {
    return this.region.getByRole('button', { name, exact: true }).filter({ visible: true })
  }
}
