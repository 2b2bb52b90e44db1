import type { BrowserContext, ConsoleMessage, Page, Response } from '@playwright/test'

/** Listens to the pages of a browser for what a healthy page does not do. */
export class PageWatch {
  readonly #faults: string[] = []
  readonly #expected: RegExp[] = []

  constructor(context: BrowserContext) {
    context.on('page', (page) => this.#listen(page))
    for (const page of context.pages()) this.#listen(page)
  }

  /** From now on what matches is part of the test: a refused password, a connection that breaks. */
  expect(...faults: readonly RegExp[]): void {
    this.#expected.push(...faults)
  }

  /** Console errors and warnings, exceptions, failed requests, breaches of the content security policy. */
  get faults(): readonly string[] {
    return this.#faults.filter((fault) => !this.#expected.some((expected) => expected.test(fault)))
  }

  #listen(page: Page): void {
    page.on('console', (message) => this.#noteMessage(message))
    page.on('pageerror', (error) => this.#faults.push(`exception: ${error.stack ?? error.message}`))
    page.on('response', (response) => this.#noteResponse(response))
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      // Leaving a page cuts off what it was still loading.
      if (reason !== 'net::ERR_ABORTED') {
        this.#faults.push(`request: ${request.method()} ${request.url()} ${reason}`)
      }
    })
  }

  #noteMessage(message: ConsoleMessage): void {
    const type = message.type()
    if (type !== 'error' && type !== 'warning') return
    const text = message.text()
    // Noted with its status already.
    if (text.startsWith('Failed to load resource')) return
    this.#faults.push(`console ${type}: ${text}`)
  }

  #noteResponse(response: Response): void {
    if (response.status() < 400) return
    this.#faults.push(`status ${response.status()}: ${response.request().method()} ${response.url()}`)
  }
}
