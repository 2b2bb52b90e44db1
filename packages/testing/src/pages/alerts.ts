import type { Locator, Page } from '@playwright/test'

/** The alerts above the page. */
export class AlertsPart {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  saying(text: string | RegExp): Locator {
    return this.#page.locator('.Toasts .Alert').filter({ hasText: text, visible: true })
  }

  /** A button or link in the alert that says `text`. */
  control(text: string | RegExp, name: string): Locator {
    const alert = this.saying(text)
    return alert.getByRole('button', { name, exact: true }).or(alert.getByRole('link', { name, exact: true }))
  }
}
