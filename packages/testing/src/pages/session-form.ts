import type { Locator, Page } from '@playwright/test'

/** The log-in and sign-up forms, in a modal or on a page of their own. */
export class SessionForm {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  get #form(): Locator {
    return (
      this.#page
        .getByRole('dialog')
        // Another form's dialog may still show its closing animation.
        .and(this.#page.locator(':not([inert])'))
        .or(this.#page.getByRole('main'))
        .locator('form')
        .filter({ has: this.#page.getByLabel('Password', { exact: true }) })
    )
  }

  get identification(): Locator {
    return this.#form.getByLabel('Username or email')
  }

  get username(): Locator {
    return this.#form.getByLabel('Username', { exact: true })
  }

  get email(): Locator {
    return this.#form.getByLabel('Email', { exact: true })
  }

  get password(): Locator {
    return this.#form.getByLabel('Password', { exact: true })
  }

  get remember(): Locator {
    return this.#form.getByLabel('Keep me logged in')
  }

  get error(): Locator {
    return this.#form.getByRole('alert')
  }

  submit(name: 'Log in' | 'Sign up'): Locator {
    return this.#form.getByRole('button', { name, exact: true })
  }

  async fillLogIn(person: { username: string; password: string }): Promise<void> {
    await this.identification.fill(person.username)
    await this.password.fill(person.password)
  }

  async fillSignUp(person: { username: string; email: string; password: string }): Promise<void> {
    await this.username.fill(person.username)
    await this.email.fill(person.email)
    await this.password.fill(person.password)
  }
}
