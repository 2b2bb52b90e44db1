import type { Locator, Page, Response } from '@playwright/test'
import { Menu } from './menu.ts'

/** The list of all discussions. */
export class IndexPage {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async goto(path = '/'): Promise<void> {
    await this.#page.goto(path)
  }

  // Modals are outside of `main`.
  get #content(): Locator {
    return this.#page.getByRole('main')
  }

  get list(): Locator {
    return this.#content.getByRole('list', { name: 'All discussions' })
  }

  get rows(): Locator {
    return this.list.getByRole('listitem')
  }

  get titles(): Locator {
    return this.list.getByRole('heading', { level: 2 })
  }

  row(title: string): Locator {
    return this.rows.filter({ has: this.#page.getByRole('heading', { name: title, exact: true }) })
  }

  link(title: string): Locator {
    return this.row(title).getByRole('link', { name: title, exact: true })
  }

  /** The button with the number of unread posts of a discussion, which marks them as read. */
  unread(title: string): Locator {
    return this.row(title).getByRole('button', { name: /unread post/ })
  }

  /** The link that opens the composer for a new discussion; for guests the log-in form. */
  get startLink(): Locator {
    return this.#page
      .getByRole('link', { name: 'Start a discussion', exact: true })
      .filter({ visible: true })
      .first()
  }

  /** Resolves when the server has marked everything as read. Call it before, as the page shows it optimistically. */
  whenAllRead(): Promise<Response> {
    return this.#page.waitForResponse((response) =>
      (response.request().postData() ?? '').includes('markedAllAsReadAt'),
    )
  }

  get sort(): Menu {
    return new Menu(this.#page, this.#content.getByRole('button', { name: /^Sort by/ }))
  }

  get loadMore(): Locator {
    return this.#content.getByRole('link', { name: 'Load more', exact: true })
  }

  /** For members only. Opens a confirmation modal with a button of the same name. */
  get markAllAsRead(): Locator {
    return this.#content.getByRole('button', { name: 'Mark all as read', exact: true })
  }
}
