import type { Locator, Page } from '@playwright/test'
import { isNarrow } from './narrow.ts'

/** The search: a field in the header, on phones a page of its own. */
export class SearchPart {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** The page of what a text finds. */
  async goto(text: string): Promise<void> {
    await this.#page.goto(`/all?${new URLSearchParams({ q: text })}`)
  }

  get field(): Locator {
    return this.#page
      .getByRole('combobox', { name: 'Search discussions, posts and people' })
      .filter({ visible: true })
  }

  /** What the field suggests. */
  get suggestions(): Locator {
    return this.#page.getByRole('listbox', { name: 'Suggestions' }).filter({ visible: true })
  }

  suggestion(name: string | RegExp): Locator {
    return this.suggestions.getByRole('option', { name })
  }

  /** The suggestion that the arrow keys are on. */
  get active(): Locator {
    return this.suggestions.getByRole('option', { selected: true })
  }

  group(name: string | RegExp): Locator {
    return this.suggestions.getByRole('group', { name })
  }

  /** The discussions on the page of what was found. */
  get results(): Locator {
    return this.#page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  }

  /** The link to what was probably meant. */
  get meant(): Locator {
    return this.#page.getByText('Did you mean').getByRole('link')
  }

  /** Goes to where one types: on phones by the drawer. */
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
