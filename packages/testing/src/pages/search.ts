import type { Locator, Page } from '@playwright/test'
import { isNarrow } from './narrow.ts'

/** The search: a field in the header, on phones on a separate page. */
export class SearchPart {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Opens the results page for a search text. */
  async goto(text: string): Promise<void> {
    await this.#page.goto(`/all?${new URLSearchParams({ q: text })}`)
  }

  get field(): Locator {
    return this.#page
      .getByRole('combobox', { name: 'Search discussions, posts and people' })
      .filter({ visible: true })
  }

  /** The list of suggestions under the field. */
  get suggestions(): Locator {
    return this.#page.getByRole('listbox', { name: 'Suggestions' }).filter({ visible: true })
  }

  suggestion(name: string | RegExp): Locator {
    return this.suggestions.getByRole('option', { name })
  }

  /** The suggestion that the arrow keys have selected. */
  get active(): Locator {
    return this.suggestions.getByRole('option', { selected: true })
  }

  group(name: string | RegExp): Locator {
    return this.suggestions.getByRole('group', { name })
  }

  /** The discussions on the results page. */
  get results(): Locator {
    return this.#page.getByRole('list', { name: 'Search results' }).getByRole('listitem')
  }

  /** The link to the corrected search ('Did you mean'). */
  get correction(): Locator {
    return this.#page.getByText('Did you mean').getByRole('link')
  }

  /** Focuses the field; on phones opens its page by the drawer first. */
  async open(): Promise<void> {
    if (isNarrow(this.#page)) {
      await this.#page.getByRole('button', { name: 'Open navigation' }).click()
      await this.#page
        .getByRole('dialog', { name: 'Navigation' })
        .getByRole('link', { name: 'Search' })
        .click()
    }
    await this.field.click()
  }
}
