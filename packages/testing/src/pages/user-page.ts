import type { Locator, Page } from '@playwright/test'
import { Menu } from './menu.ts'

/** A user's page, and the hover card on other pages. */
export class UserPagePart {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async goto(username: string): Promise<void> {
    await this.#page.goto(`/u/${username}`)
  }

  get name(): Locator {
    return this.#page.getByRole('main').getByRole('heading', { level: 1 })
  }

  get controls(): Menu {
    return new Menu(this.#page, this.#page.getByRole('button', { name: /^Actions for / }))
  }

  /** The items of the menu, also while it is closed. */
  get actions(): Locator {
    return this.#page.locator('.UserCard-controls [role^="menuitem"]')
  }

  tab(name: 'Posts' | 'Discussions' | 'Security'): Locator {
    return this.#page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) })
  }

  /** The menu that changes the avatar. */
  get picture(): Menu {
    return new Menu(this.#page, this.#page.getByRole('button', { name: 'Change picture' }))
  }

  /** The hover card beside a name or an avatar. */
  card(name: string): Locator {
    return this.#page.getByRole('dialog', { name, exact: true })
  }
}
